//! Means and shares of paired games, with intervals that hold the true value in 95 of 100 runs.
//!
//! A difference of means has Student's interval over the differences of the pairs; a share has Wilson's.

/// Between which bounds a value lies, at 95%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper one.
    pub high: f64,
}

/// A number of a game under both rulesets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effect {
    /// Its mean and standard deviation under the first.
    pub a: (f64, f64),
    /// Under the second.
    pub b: (f64, f64),
    /// The mean of the differences, the second less the first.
    pub difference: f64,
    /// Its interval; none for a single pair, of which nothing can be said.
    pub interval: Option<Interval>,
    /// Whether no pair differs.
    pub same: bool,
}

/// What happens in some games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The share under the first ruleset, 0 to 1, with its interval.
    pub a: (f64, Interval),
    /// Under the second.
    pub b: (f64, Interval),
    /// How they differ.
    pub effect: Effect,
}

impl Effect {
    /// Whether the interval leaves out zero.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    }
}

/// Sums over pairs. Pairs in which both numbers are zero need not be added.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    a: (f64, f64),
    b: (f64, f64),
    difference: (f64, f64),
}

impl Sums {
    pub(super) fn add(&mut self, a: f64, b: f64) {
        for (sums, value) in [(&mut self.a, a), (&mut self.b, b), (&mut self.difference, b - a)] {
            sums.0 += value;
            sums.1 += value * value;
        }
    }

    pub(super) fn effect(&self, pairs: u64) -> Effect {
        let (a, b, difference) = (moments(self.a, pairs), moments(self.b, pairs), moments(self.difference, pairs));
        let interval = (pairs > 1).then(|| {
            let half = student(pairs - 1) * difference.1 / (pairs as f64).sqrt();
            Interval { low: difference.0 - half, high: difference.0 + half }
        });
        Effect { a, b, difference: difference.0, interval, same: self.difference.1 == 0.0 }
    }

    pub(super) fn share(&self, pairs: u64) -> Share {
        let share = |sum: f64| (sum / (pairs.max(1) as f64), wilson(sum, pairs));
        Share { a: share(self.a.0), b: share(self.b.0), effect: self.effect(pairs) }
    }
}

/// Mean and standard deviation from a sum and a sum of squares.
fn moments((sum, squares): (f64, f64), count: u64) -> (f64, f64) {
    let n = count.max(1) as f64;
    let mean = sum / n;
    let spread = if count > 1 { ((squares - sum * mean) / (n - 1.0)).max(0.0) } else { 0.0 };
    (mean, spread.sqrt())
}

/// The 97.5% point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 97.5% point of Student's distribution: from the tables for few degrees of freedom, else the expansion in their inverse.
fn student(freedom: u64) -> f64 {
    const FEW: [f64; 10] =
        [12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004, 2.262_157, 2.228_139];
    if let Some(&exact) = (freedom as usize).checked_sub(1).and_then(|at| FEW.get(at)) {
        return exact;
    }
    let v = freedom.max(1) as f64;
    let z = Z;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / v + second / (v * v) + third / v.powi(3)
}

/// Wilson's interval of `hits` in `of` games.
#[must_use]
pub fn wilson(hits: f64, of: u64) -> Interval {
    if of == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = of as f64;
    let (share, square) = (hits / n, Z * Z);
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = Z / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, by: f64) {
        assert!((one - other).abs() < by, "{one} is not {other}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, value) in
            [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (11, 2.201), (30, 2.042), (99, 1.984)]
        {
            near(student(freedom), value, 0.0006);
        }
        near(student(1_000_000), Z, 1e-5);
    }

    #[test]
    fn shares_have_the_intervals_of_the_books() {
        let ten = wilson(10.0, 100);
        near(ten.low, 0.0552, 1e-4);
        near(ten.high, 0.1744, 1e-4);
        assert!(wilson(0.0, 10).low.abs() < 1e-12 && (wilson(10.0, 10).high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_are_compared_within_themselves() {
        let mut sums = Sums::default();
        for (a, b) in [(10.0, 12.0), (20.0, 23.0), (30.0, 31.0)] {
            sums.add(a, b);
        }
        let effect = sums.effect(3);
        near(effect.difference, 2.0, 1e-12);
        let interval = effect.interval.expect("three pairs");
        near(interval.high - 2.0, 4.302_653 / 3.0_f64.sqrt(), 1e-6);
        assert!(!effect.same && !effect.is_seen());
    }
}
