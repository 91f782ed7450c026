//! What a page is told of pictures: where cells are drawn, what is in them, and where a refusal has its witness.
use serde_json::{Value, json};
use tilework_answers::answer;

fn result(request: Value) -> Value {
    let said = answer(request.to_string().as_bytes());
    assert!(said.get("error").is_none(), "{request}: {said}");
    said["result"].clone()
}

/// The cells of a row in a drawing, whose line of writing is at a height; nothing if all are empty.
fn row_at(svg: &str, y: i64) -> String {
    let is_row = |line: &&str| line.contains("xml:space") && line.contains(&format!("y=\"{y}\""));
    let row = svg.lines().find(is_row).unwrap_or("><");
    row[row.find('>').unwrap() + 1..row.rfind('<').unwrap()].to_string()
}

#[test]
fn cells_are_drawn_where_it_is_said() {
    for subject in ["((4,2),(4,3)):((4,16),(1,32))", "(3,4,2):(4,1,12)", "f32[2,3,5]{2,1,0:T(2,2)}", "5:2"] {
        let picture = result(json!({ "op": "draw.picture", "subject": subject }));
        let svg = picture["svg"].as_str().unwrap();
        for page in picture["pages"].as_array().unwrap() {
            let number = |name: &str| page[name].as_i64().unwrap();
            for (place, row) in picture["rows"].as_array().unwrap().iter().enumerate() {
                let y = number("top") + i64::try_from(place).unwrap() * number("height") + 14;
                let mut index = page["index"].clone();
                if let Some(mode) = picture["row_mode"].as_u64() {
                    index[usize::try_from(mode).unwrap()] = row.clone();
                }
                let cell = result(json!({ "op": "draw.cell", "subject": subject, "index": index }));
                let drawn = row_at(svg, y);
                let first = drawn.split_whitespace().next().unwrap_or("");
                let told = if cell["padding"] == true { String::new() } else { cell["offset"].to_string() };
                assert_eq!(first, told, "{subject}: row {row} of {page}");
            }
        }
    }
}

#[test]
fn an_offset_is_found_where_its_cell_is() {
    let subject = "Sw<2,0,3> o (8,8):(8,1)";
    for offset in [0, 9, 63] {
        let found = result(json!({ "op": "draw.find", "subject": subject, "offset": offset }));
        assert_eq!(found.as_array().unwrap().len(), 1);
        let cell = result(json!({ "op": "draw.cell", "subject": subject, "index": found[0] }));
        assert_eq!(cell["offset"], json!(offset));
    }
}

#[test]
fn a_refusal_says_its_witness() {
    let request = json!({ "op": "layout.composition", "lhs": "(6,2):(1,7)", "rhs": "(3,2):(2,3)" });
    let said = answer(request.to_string().as_bytes());
    assert_eq!(said["error"]["witness"], json!({ "coordinate": "(2,1)", "needed": 8, "given": 7 }));
    let places = |layout: &str, coordinate: &Value| {
        result(json!({ "op": "draw.cell", "subject": layout, "coordinate": coordinate }))["offset"].clone()
    };
    let inner = places("(3,2):(2,3)", &said["error"]["witness"]["coordinate"]);
    assert_eq!(places("(6,2):(1,7)", &Value::from(inner.to_string())), json!(8));
}

#[test]
fn threads_that_wait_are_told_with_their_cells() {
    let column = |subject: &str| {
        result(json!({ "op": "draw.access", "subject": subject, "access": "32:1", "element": "f32" }))
    };
    let rows = column("(32,32):(32,1)");
    assert_eq!(rows["collisions"].as_array().unwrap().len(), 1);
    assert_eq!(rows["cells"][5], json!({ "thread": 5, "value": 0, "index": [5, 0] }));
    assert!(column("(32,32):(33,1)")["collisions"].as_array().unwrap().is_empty());
}

#[test]
fn operands_of_instructions_are_drawn_from_what_is_found() {
    let found = result(json!({ "op": "atlas.find", "name": "mma.m16n8k16.f16.A" }));
    assert!(result(json!({ "op": "atlas.list" })).as_array().unwrap().contains(&found));
    let subject =
        json!({ "op": "draw.cell", "subject": found["layout"], "tile": found["tile"], "index": [9, 3] });
    // PTX: row 9 is of group 1, its thread 1 has the columns 2 and 3 of the second register
    assert_eq!(result(subject)["holders"], json!([{ "thread": 5, "value": 3 }]));
}
