//! The boundary to the page: two functions, and memory that both sides see.
//!
//! The page asks for room with [`tilework_room`], writes a request there, and calls [`tilework_answer`], which says
//! where the answer is. The answer stays until the next call.
#![allow(unsafe_code, reason = "what the page calls has a name without mangling")]
use std::cell::RefCell;

/// What goes over the boundary; the page has one thread.
struct Room {
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    static ROOM: RefCell<Room> = const { RefCell::new(Room { request: Vec::new(), answer: String::new() }) };
}

/// Makes room for a request of so many bytes, and says where.
// SAFETY: no other function has this name
#[unsafe(no_mangle)]
pub extern "C" fn tilework_room(bytes: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.request.clear();
        room.request.resize(bytes, 0);
        room.request.as_mut_ptr()
    })
}

/// Answers the request that stands in the room, and says how many bytes the answer has.
// SAFETY: no other function has this name
#[unsafe(no_mangle)]
pub extern "C" fn tilework_answer() -> usize {
    ROOM.with_borrow_mut(|room| {
        room.answer = tilework_answers::answer_request(&room.request);
        room.answer.len()
    })
}

/// Where the answer begins.
// SAFETY: no other function has this name
#[unsafe(no_mangle)]
pub extern "C" fn tilework_answer_start() -> *const u8 {
    ROOM.with_borrow(|room| room.answer.as_ptr())
}
