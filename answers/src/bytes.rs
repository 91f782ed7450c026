//! Numbers of bytes for people.

/// `512 B`, `39.1 KiB`, `1.20 GiB`: three digits.
pub fn human(bytes: i128) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes.unsigned_abs() < 1024 {
        return format!("{bytes} B");
    }
    let (mut one, mut unit) = (1_i128, 0);
    // 999.5 is written as 1000: that takes the next unit
    while bytes.abs().saturating_mul(10) >= one * 9995 && unit + 1 < UNITS.len() {
        (one, unit) = (one * 1024, unit + 1);
    }
    let digits = match bytes.abs().saturating_mul(1000) / one {
        99_950.. => 0,
        9_995.. => 1,
        _ => 2,
    };
    format!("{} {}", decimal(bytes, one, digits), UNITS[unit])
}

/// A quotient with so many digits behind the point, rounded to the nearest, halves to even.
pub fn decimal(value: i128, unit: i128, digits: u32) -> String {
    let scale = 10_i128.pow(digits);
    let (all, unit) = (value.saturating_mul(scale), unit.max(1));
    let (mut rounded, twice_rest) = (all.abs() / unit, all.abs() % unit * 2);
    if twice_rest > unit || twice_rest == unit && rounded % 2 == 1 {
        rounded += 1;
    }
    let sign = if value < 0 { "-" } else { "" };
    match digits {
        0 => format!("{sign}{rounded}"),
        _ => format!("{sign}{}.{:02$}", rounded / scale, rounded % scale, digits as usize),
    }
}

/// `53248  (52.0 KiB)`, for numbers that are hard to read.
pub fn exact_bytes(count: i64) -> String {
    match count {
        ..1024 => count.to_string(),
        _ => format!("{count}  ({})", human(count.into())),
    }
}

/// How many times larger, `1.33x`; nothing is 1 time as large as nothing.
pub fn factor(padded: i128, bytes: i128) -> String {
    match bytes {
        0 if padded == 0 => String::from("1.00x"),
        0 => String::from("-"),
        _ => format!("{}x", decimal(padded, bytes, 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::{decimal, factor, human};

    #[test]
    fn three_digits() {
        let texts = [0, 1023, 1024, 40_000, 1 << 20, 6 << 30, 1_048_063, i64::MAX.into()].map(human);
        assert_eq!(
            texts,
            ["0 B", "1023 B", "1.00 KiB", "39.1 KiB", "1.00 MiB", "6.00 GiB", "1.00 MiB", "8.00 EiB"]
        );
        assert_eq!(
            [decimal(1, 8, 2), decimal(3, 8, 2), decimal(-1, 3, 1), decimal(5, 2, 0)],
            ["0.12", "0.38", "-0.3", "2"]
        );
        assert_eq!([factor(4, 3), factor(0, 0), factor(4, 0)], ["1.33x", "1.00x", "-"]);
    }
}
