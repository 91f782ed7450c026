//! From a request to its answer.
#[cfg(feature = "notation")]
use crate::notation;
use crate::request::{ErrorKind, Fields, RequestError, Result};
#[cfg(feature = "all")]
use crate::{atlas, further, hlo, map, tla, tuple, xla};
#[cfg(feature = "pictures")]
use crate::{draw, layout, swizzle};
use serde_json::{Map, Value, json};
use std::panic::{self, AssertUnwindSafe};

/// The answer to a request in JSON, without an end of line. There is one for whatever the request holds.
///
/// ```
/// let answer = tilework_answers::answer_request(br#"{"id": 1, "op": "layout.size", "layout": "(2,3):(3,1)"}"#);
/// assert_eq!(answer, r#"{"id":1,"result":6}"#);
/// ```
pub fn answer_request(request: &[u8]) -> String {
    answer(request).to_string()
}

/// The answer to a request.
pub fn answer(request: &[u8]) -> Value {
    match serde_json::from_slice(request) {
        Err(error) => {
            answered(Value::Null, Err(RequestError::new(ErrorKind::Parse, format!("no JSON: {error}"))))
        }
        Ok(Value::Object(mut request)) => {
            let id = request.remove("id").unwrap_or(Value::Null);
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| result(request)));
            let caught = |_| Err(RequestError::new(ErrorKind::Internal, "a bug in tilework was caught"));
            answered(id, outcome.unwrap_or_else(caught))
        }
        Ok(_) => refusal("a request is an object"),
    }
}

/// The answer to what is no request.
pub fn refusal(message: impl Into<String>) -> Value {
    answered(Value::Null, Err(RequestError::request(message)))
}

/// A result with what is said beside it, or the error.
fn answered(id: Value, outcome: Result<(Value, Map<String, Value>)>) -> Value {
    match outcome {
        Ok((result, remarks)) => {
            let answer = [("id".to_string(), id), ("result".to_string(), result)];
            Value::Object(answer.into_iter().chain(remarks).collect())
        }
        Err(error) => {
            let mut said = json!({ "kind": error.kind.name(), "message": error.message });
            if let Some(witness) = error.witness {
                said["witness"] = witness;
            }
            json!({ "id": id, "error": said })
        }
    }
}

/// The result of a request, and what is said beside it.
fn result(mut request: Map<String, Value>) -> Result<(Value, Map<String, Value>)> {
    let op = match request.remove("op") {
        Some(Value::String(op)) => op,
        Some(_) => return Err(RequestError::request("op is no text")),
        None => return Err(RequestError::request("there is no op")),
    };
    let mut fields = Fields::new(request);
    let result = match op.split_once('.') {
        #[cfg(feature = "all")]
        Some(("tuple", verb)) => tuple::answer(verb, &mut fields),
        #[cfg(feature = "notation")]
        Some(("notation", verb)) => notation::answer(verb, &mut fields),
        #[cfg(feature = "pictures")]
        Some(("layout", verb)) => match layout::answer(verb, &mut fields) {
            #[cfg(feature = "all")]
            Ok(None) => further::answer(verb, &mut fields),
            answer => answer,
        },
        #[cfg(feature = "pictures")]
        Some(("draw", verb)) => draw::answer(verb, &mut fields),
        #[cfg(feature = "pictures")]
        Some(("swizzle", verb)) => swizzle::answer(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("atlas", verb)) => atlas::answer(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("tla", verb)) => tla::answer(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("hlo", verb)) => hlo::answer(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("map", verb)) => map::answer(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("expr", verb)) => map::answer_expr(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("interval", verb)) => map::answer_interval(verb, &mut fields),
        #[cfg(feature = "all")]
        Some(("xla", verb)) => xla::answer(verb, &mut fields),
        _ => Ok(None),
    }?;
    let result = result.ok_or_else(|| unknown(&op))?;
    fields.finish()?;
    Ok((result, fields.remarks()))
}

/// That there is no such operation, and which one may be meant.
fn unknown(op: &str) -> RequestError {
    #[cfg(feature = "all")]
    let near = crate::operations::near(op).map_or(String::new(), |near| format!(", but {near}"));
    #[cfg(not(feature = "all"))]
    let near = "";
    RequestError::new(ErrorKind::Unsupported, format!("there is no operation {op}{near}"))
}

#[cfg(all(test, feature = "all"))]
mod tests {
    use crate::operations::{OPERATIONS, near};

    #[test]
    fn operations_are_those_that_are_answered() {
        for (family, verbs) in OPERATIONS {
            assert!(verbs.is_sorted(), "{family}");
            for verb in verbs {
                let answer = super::answer(format!("{{\"op\": \"{family}.{verb}\"}}").as_bytes());
                let message = answer["error"]["message"].as_str().unwrap_or_default();
                assert!(!message.starts_with("there is no operation"), "{family}.{verb}: {message}");
            }
        }
        // as the arms of the families name them
        let sources = [
            include_str!("tuple.rs"),
            include_str!("layout.rs"),
            include_str!("further.rs"),
            include_str!("swizzle.rs"),
            include_str!("tla.rs"),
            include_str!("xla.rs"),
            include_str!("hlo.rs"),
            include_str!("atlas.rs"),
            include_str!("draw.rs"),
            include_str!("map.rs"),
        ];
        for source in sources {
            for line in
                source.lines().filter(|line| line.trim_start().starts_with('"') && line.contains(" =>"))
            {
                let verb = line.split('"').nth(1).unwrap();
                // formats are named by arms too
                let is_verb = verb.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
                assert!(!is_verb || near(verb).is_some(), "{verb} is not listed");
            }
        }
        let refused = super::answer(b"{\"op\": \"logical_divide\"}");
        assert_eq!(
            refused["error"]["message"],
            "there is no operation logical_divide, but layout.logical_divide"
        );
        assert_eq!(
            super::answer(b"{\"op\": \"layout.nothing\"}")["error"]["message"],
            "there is no operation layout.nothing"
        );
    }
}
