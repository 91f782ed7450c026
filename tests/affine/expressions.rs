//! Expressions as they are made: nothing is done that changes a value, and what is seen at once is joined.
use tilework::affine::{Expr, ExprOp};

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

const OPERATIONS: [ExprOp; 7] =
    [ExprOp::Add, ExprOp::Mul, ExprOp::FloorDiv, ExprOp::CeilDiv, ExprOp::Mod, ExprOp::Min, ExprOp::Max];

/// Numbers, variables, multiples and sums with a number on either side.
fn operands() -> Vec<Expr> {
    let multiples = [-2, -1, 1, 3].into_iter().flat_map(|factor| [0, 1].map(|one| v(one).mul(c(factor))));
    let sums = [-1, 1, 2].into_iter().flat_map(|number| {
        [
            v(0).add(c(number)),
            c(number).add(v(0)),
            v(0).mul(c(3)).add(c(number)),
            v(0).mul(v(1)).add(c(number)),
        ]
    });
    (-2..=2).map(c).chain(multiples).chain(sums).collect()
}

#[test]
fn operations_have_the_values_of_their_definition() {
    let operands = operands();
    for (lhs, rhs) in operands.iter().flat_map(|lhs| operands.iter().map(move |rhs| (lhs, rhs))) {
        for operation in OPERATIONS {
            let expr = Expr::binary(operation, lhs.clone(), rhs.clone());
            for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
                let value = |expr: &Expr| expr.evaluate(&[x, y]);
                let wanted = operation.apply(value(lhs).unwrap(), value(rhs).unwrap());
                // what is 0 times nothing is 0
                assert!(wanted.is_none() || value(&expr) == wanted, "{operation:?} {lhs}, {rhs}: {expr}");
            }
        }
    }
}

#[test]
fn what_is_seen_at_once_is_joined() {
    let x = || v(0).max(v(1));
    for (expr, wanted) in [
        (x().add(c(0)), x()),
        (c(0).add(x()), x()),
        (x().mul(c(1)), x()),
        (c(1).mul(x()), x()),
        (x().floor_div(c(1)), x()),
        (x().ceil_div(c(1)), x()),
        (x().mul(c(0)), c(0)),
        (c(0).mul(x()), c(0)),
        (x().mul(c(3)).mul(c(-2)), x().mul(c(-6))),
        (x().mul(c(3)).add(x().mul(c(-5))), x().mul(c(-2))),
        (x().add(x()), x().mul(c(2))),
        (x().mul(c(4)).sub(x().mul(c(3))), x()),
        (x().sub(x()), c(0)),
        (x().add(c(5)).sub(x()), c(5)),
        (c(5).add(x()).sub(x()), c(5)),
        (x().mul(c(2)).add(c(5)).sub(x().mul(c(2))), c(5)),
        (c(7).modulo(c(4)), c(3)),
    ] {
        assert_eq!(expr, wanted);
    }
    // what is not seen at once, and what does not fit
    let apart = [
        (x().add(c(5)).sub(v(0)), "max(v0, v1) + 5 - v0"),
        (x().max(c(5)).sub(x()), "max(max(v0, v1), 5) - max(v0, v1)"),
        (x().mul(c(5)).sub(x().min(c(5))), "max(v0, v1) * 5 - min(max(v0, v1), 5)"),
        (x().modulo(c(1)), "max(v0, v1) mod 1"),
        (c(1).floor_div(x()), "1 floordiv max(v0, v1)"),
        (x().floor_div(c(0)), "max(v0, v1) floordiv 0"),
        (c(1).floor_div(c(0)), "1 floordiv 0"),
        (v(0).mul(c(i64::MAX)).mul(c(2)), "v0 * 9223372036854775807 * 2"),
        (v(0).mul(c(i64::MAX)).add(v(0)), "v0 * 9223372036854775807 + v0"),
        (c(i64::MAX).add(c(1)), "9223372036854775807 + 1"),
    ];
    for (expr, text) in apart {
        assert_eq!(expr.to_string(), text);
    }
}

/// Up to 2^31 operations are counted, with parts that are shared as often as they stand there.
#[test]
fn operations_are_counted_while_there_are_few() {
    let doubled = |times: u32| (0..times).fold(v(0), |expr, _| expr.clone().max(expr));
    for times in 0..32 {
        assert_eq!(doubled(times).operations(), (1 << times) - 1);
    }
    assert_eq!(doubled(32).operations(), usize::MAX);
    assert_eq!(doubled(31).max(v(1)).operations(), usize::MAX);
    assert_eq!(doubled(31).max(doubled(33)).operations(), usize::MAX);
    assert_eq!(doubled(33).max(v(1)).operations(), usize::MAX);
    // many operations are many, whatever they are
    let many = OPERATIONS.map(|operation| Expr::binary(operation, doubled(33), doubled(32)));
    assert!(many.iter().all(|expr| expr.operations() == usize::MAX));
    for (place, one) in many.iter().enumerate() {
        assert!(many[..place].iter().all(|other| one != other));
    }
}

#[test]
fn a_number_is_a_constant_only() {
    assert_eq!(c(-7).as_constant(), Some(-7));
    assert_eq!(v(7).as_constant(), None);
    assert_eq!(v(0).mul(c(3)).as_constant(), None);
}
