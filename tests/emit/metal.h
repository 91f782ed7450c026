/* What functions in Metal need of its library, so that a host can run them. */
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <type_traits>
typedef unsigned int uint;
typedef unsigned long ulong;
namespace metal {
using std::max;
using std::min;
}
using namespace metal;
#define thread
