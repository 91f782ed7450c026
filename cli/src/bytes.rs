//! Numbers of bytes for people.

/// `512 B`, `39.1 KiB`, `1.20 GiB`: three digits.
pub(crate) fn human(bytes: i128) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes.unsigned_abs() < 1024 {
        return format!("{bytes} B");
    }
    let (mut value, mut unit) = (bytes as f64, 0);
    while value.abs() >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = match value.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.digits$} {}", UNITS[unit])
}

/// `53248  (52.0 KiB)`, for numbers that are hard to read.
pub(crate) fn exact_bytes(count: i64) -> String {
    match count {
        ..1024 => count.to_string(),
        _ => format!("{count}  ({})", human(count.into())),
    }
}

/// How many times larger, `1.33x`; nothing is 1 time as large as nothing.
pub(crate) fn factor(padded: i128, bytes: i128) -> String {
    match bytes {
        0 if padded == 0 => String::from("1.00x"),
        0 => String::from("-"),
        _ => format!("{:.2}x", padded as f64 / bytes as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::{factor, human};

    #[test]
    fn three_digits() {
        let texts = [0, 1023, 1024, 40_000, 1 << 20, 6 << 30, 1_048_063, i64::MAX.into()].map(human);
        assert_eq!(
            texts,
            ["0 B", "1023 B", "1.00 KiB", "39.1 KiB", "1.00 MiB", "6.00 GiB", "1.00 MiB", "8.00 EiB"]
        );
        assert_eq!([factor(4, 3), factor(0, 0), factor(4, 0)], ["1.33x", "1.00x", "-"]);
    }
}
