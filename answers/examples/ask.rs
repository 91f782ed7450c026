//! The answers to requests, one for each argument: what a build asks that needs no more of the program.
fn main() {
    for request in std::env::args().skip(1) {
        println!("{}", tilework_answers::answer_request(request.as_bytes()));
    }
}
