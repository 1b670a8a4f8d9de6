//! TW0313, TW0318: the sides of boards and mouths suit the players they serve.
//!
//! Each number of players the game allows has exactly one side. A mouth pays no more places than there are players, and a
//! later place never more than an earlier one (R30); a board's course has at least its source (R33).

use crate::diagnostic::{Code, Finding};
use crate::model::{Board, Mouth};
use crate::source::{Part, child};

use super::piece::players;
use super::report::{At, Report};

/// Checks the sides of a board.
pub(super) fn check_board(board: &Board, allowed: Option<[u8; 2]>, report: &mut Report<'_>) {
    let ranges: Vec<_> = board.side.iter().map(|side| side.players).collect();
    check_ranges(Part::Board, "board", &ranges, allowed, report);
    for (number, side) in board.side.iter().enumerate() {
        if side.spaces == 0 {
            let message = format!("the side for {} has no space, not even the source", players(side.players));
            let at = At::value(Part::Board, child(&child("/side", number), "spaces"));
            report.add(&at, Finding::error(Code::BadPoints, message).help("the source is the first space of a course"));
        }
    }
}

/// Checks the sides of a mouth.
pub(super) fn check_mouth(mouth: &Mouth, allowed: Option<[u8; 2]>, report: &mut Report<'_>) {
    let ranges: Vec<_> = mouth.side.iter().map(|side| side.players).collect();
    check_ranges(Part::Mouth, "mouth", &ranges, allowed, report);
    for (number, side) in mouth.side.iter().enumerate() {
        let points = child(&child("/side", number), "points");
        let most = usize::from(side.players[1]);
        if side.points.len() > most && side.players[0] <= side.players[1] {
            let message =
                format!("{} places are paid, and the side is for {}", side.points.len(), players(side.players));
            let at = At::value(Part::Mouth, child(&points, most));
            report.add(
                &at,
                Finding::error(Code::BadPoints, message).help("a mouth pays no more places than there are players"),
            );
        }
        if let Some(place) = (1..side.points.len()).find(|&place| side.points[place] > side.points[place - 1]) {
            let (before, after) = (side.points[place - 1], side.points[place]);
            let message = format!("a later place gets {after} points, an earlier one {before}");
            let at = At::value(Part::Mouth, child(&points, place));
            report.add(&at, Finding::error(Code::BadPoints, message).help("the points for the first place come first"));
        }
    }
}

fn check_ranges(part: Part, what: &str, sides: &[[u8; 2]], allowed: Option<[u8; 2]>, report: &mut Report<'_>) {
    let at = |side: usize| At::value(part, child(&child("/side", side), "players"));
    let mut backwards = false;
    for (number, &[least, most]) in sides.iter().enumerate() {
        if least > most {
            backwards = true;
            let message = format!("a side for {least} to {most} players serves nobody");
            report
                .add(&at(number), Finding::error(Code::SidesMismatch, message).help("the smaller number comes first"));
            continue;
        }
        let earlier = sides[..number].iter().position(|&[from, to]| from <= to && from <= most && least <= to);
        if let Some(earlier) = earlier {
            let both = [least.max(sides[earlier][0]), most.min(sides[earlier][1])];
            let message = format!("the {what} has two sides for {}", players(both));
            let related = (at(earlier), "the other one".to_owned());
            report.add_with(&at(number), Finding::error(Code::SidesMismatch, message), &[related]);
        }
    }
    let Some([least, most]) = allowed.filter(|[least, most]| least <= most && *most <= 8) else { return };
    // A side whose range runs backwards was meant for somebody.
    if backwards || sides.is_empty() {
        return;
    }
    let missing: Vec<_> =
        (least..=most).filter(|number| !sides.iter().any(|[from, to]| (from..=to).contains(&number))).collect();
    let Some(&first) = missing.first() else { return };
    let distance = |&[from, to]: &[u8; 2]| first.abs_diff(from).min(first.abs_diff(to));
    let nearest = (0..sides.len()).min_by_key(|&side| distance(&sides[side])).unwrap_or_default();
    let numbers: Vec<_> = missing.iter().map(u8::to_string).collect();
    let message = format!(
        "the {what} has no side for {} {}",
        numbers.join(" and "),
        if missing == [1] { "player" } else { "players" }
    );
    let help = format!("the ruleset is for {}, each number on exactly one side", players([least, most]));
    report.add(&at(nearest), Finding::error(Code::SidesMismatch, message).help(help));
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::race_findings;

    fn mouth(sides: &[([u8; 2], &[u32])]) -> Vec<(&'static str, String)> {
        let found = race_findings(|game| {
            let mouth = game.mouth.as_mut().expect("the sample has a mouth");
            let plain = mouth.side[0].clone();
            mouth.side = sides
                .iter()
                .map(|(players, points)| crate::model::MouthSide {
                    players: *players,
                    points: points.to_vec(),
                    ..plain.clone()
                })
                .collect();
        });
        found.into_iter().map(|finding| (finding.code.number(), finding.message)).collect()
    }

    #[test]
    fn each_number_of_players_has_one_side() {
        assert!(mouth(&[([2, 3], &[6, 3]), ([4, 4], &[7, 4, 1])]).is_empty());
        assert!(mouth(&[([1, 3], &[6]), ([4, 6], &[7])]).is_empty());
        assert_eq!(
            mouth(&[([2, 2], &[6]), ([4, 4], &[7])]),
            [("TW0313", "the mouth has no side for 3 players".into())]
        );
        assert_eq!(
            mouth(&[([2, 3], &[6]), ([3, 4], &[7])]),
            [("TW0313", "the mouth has two sides for 3 players".into())]
        );
        assert_eq!(mouth(&[([4, 2], &[6])]), [("TW0313", "a side for 4 to 2 players serves nobody".into())]);
    }

    #[test]
    fn points_do_not_grow_and_are_not_too_many() {
        assert_eq!(mouth(&[([2, 4], &[3, 6])]), [("TW0318", "a later place gets 6 points, an earlier one 3".into())]);
        assert!(mouth(&[([2, 4], &[3, 3])]).is_empty());
        let many = mouth(&[([2, 2], &[3, 2, 1]), ([3, 4], &[7])]);
        assert_eq!(many, [("TW0318", "3 places are paid, and the side is for 2 players".into())]);
    }

    #[test]
    fn a_course_has_at_least_its_source() {
        let found = race_findings(|game| game.board.as_mut().expect("there is a board").side[0].spaces = 0);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code.number(), "TW0318");
    }
}
