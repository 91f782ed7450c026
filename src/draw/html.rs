//! Drawings as pages for a browser.
use alloc::format;
use alloc::string::String;

/// A page with a drawing and the facts beside it, as text: one file that needs no other, light and dark.
///
/// ```
/// use tilework::draw::{Picture, Look, Subject, html, svg};
/// use tilework::dynamic::DynLayout;
/// let subject = Subject::from("(2,3):(3,1)".parse::<DynLayout>()?);
/// let page = html(&subject.title(), &svg(&Picture::new(&subject, &Look::default())?), "size 6");
/// assert!(page.contains("<title>(2,3):(3,1)</title>") && page.contains("<pre>size 6</pre>"));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn html(title: &str, drawing: &str, facts: &str) -> String {
    let (title, facts) = (escaped(title), escaped(facts));
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body{{margin:1.5rem;font:14px/1.5 system-ui,sans-serif}}
figure{{margin:0;overflow-x:auto}}
pre{{font:13px/1.5 ui-monospace,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}}
@media print{{body{{margin:0}}figure{{overflow:visible}}svg{{max-width:100%;height:auto}}}}
@media screen and (prefers-color-scheme:dark){{body{{background:#14171d;color:#e4e7ec}}}}
</style>
</head>
<body>
<figure>
{drawing}</figure>
<pre>{facts}</pre>
</body>
</html>
"#
    )
}

/// Text as it stands in HTML and XML.
pub(super) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result += "&amp;",
            '<' => result += "&lt;",
            '>' => result += "&gt;",
            '"' => result += "&quot;",
            c => result.push(c),
        }
    }
    result
}
