//! Which drawings of ours the tiles of `JCloisterZone` are.
//!
//! Ids are written `BA/CcRr`, in files of the fourth version `BA.CcRr`; the letters before name the set, and the part of the
//! River a tile belongs to may follow them (`RI.1/II`, `R1.II`). Turns are ours against theirs, both as drawn.

use super::record::{Drawing, Drawings};

const fn plain(tile: &'static str) -> Drawing {
    turned(tile, 0)
}

const fn turned(tile: &'static str, quarters: u8) -> Drawing {
    Drawing { tile, face: "", quarters }
}

const fn garden(tile: &'static str, quarters: u8) -> Drawing {
    Drawing { tile, face: "g", quarters }
}

/// A set: its code, and its tiles by the rest of their ids.
struct Set {
    code: &'static str,
    tiles: &'static [(&'static str, Drawings)],
}

const BASE: Set = Set {
    code: "BA",
    tiles: &[
        ("L", &[plain("B")]),
        ("LR", &[plain("A")]),
        ("RCr", &[plain("D")]),
        ("Cccc+", &[plain("C")]),
        ("CccR+", &[plain("S")]),
        ("CccR", &[plain("T")]),
        ("CFc+", &[plain("F")]),
        ("CFc.1", &[plain("G")]),
        ("Cc.1", &[plain("N")]),
        ("CcG", &[garden("N", 0)]),
        ("Cc+", &[plain("M")]),
        ("Cc+G", &[garden("M", 0)]),
        ("CcRr", &[plain("P")]),
        ("CcRr+", &[plain("O")]),
        ("Ccc", &[plain("R")]),
        ("CccG", &[garden("R", 0)]),
        ("Ccc+", &[plain("Q")]),
        ("CRr", &[plain("J")]),
        ("CRRR", &[plain("L")]),
        ("RrC", &[plain("K")]),
        ("C", &[plain("E")]),
        ("CG", &[garden("E", 0)]),
        ("CFC.2", &[plain("H")]),
        ("CFCG", &[garden("H", 0)]),
        ("CC.2", &[plain("I")]),
        ("CCG", &[garden("I", 0)]),
        ("RRRR", &[plain("X")]),
        ("RRR", &[plain("W")]),
        ("Rr", &[plain("V")]),
        ("RrG", &[garden("V", 0)]),
        ("RFr", &[turned("U", 1)]),
        ("RFrG", &[garden("U", 1)]),
    ],
};

const RIVER: Set = Set {
    code: "RI",
    tiles: &[
        ("s", &[turned("RA", 3)]),
        ("I.e", &[turned("RL", 3)]),
        ("CICI", &[plain("RC")]),
        ("CIRI", &[plain("RB")]),
        ("LIRI", &[plain("RH")]),
        ("RIrI", &[plain("RK")]),
        ("IFI", &[turned("RD", 1), turned("RF", 1)]),
        ("CcII", &[turned("RE", 3)]),
        ("RrII", &[turned("RI", 1)]),
        ("II", &[turned("RG", 3), turned("RJ", 1)]),
        ("IIG", &[garden("RJ", 1)]),
    ],
};

const INNS: Set = Set {
    code: "IC",
    tiles: &[
        ("Cccc.c", &[plain("IC01")]),
        ("LRFR", &[plain("IC02")]),
        ("CCCC", &[plain("IC03")]),
        ("CCCCG", &[garden("IC03", 0)]),
        ("CCC", &[plain("IC04")]),
        ("CRCR", &[plain("IC05")]),
        ("CCc+", &[plain("IC06")]),
        ("C!", &[plain("IC07")]),
        ("CFR", &[plain("IC08")]),
        ("CcR", &[plain("IC09")]),
        ("CRcR+", &[plain("IC10")]),
        ("RCc.i", &[plain("IC11")]),
        ("RrC.i", &[plain("IC12")]),
        ("CcRr+.i", &[plain("IC13")]),
        ("RRR.i", &[plain("IC14")]),
        ("RFr.i", &[plain("IC15")]),
        ("RFr.iG", &[garden("IC15", 0)]),
        ("Rr.i", &[plain("IC16")]),
        ("RrRr", &[plain("IC17")]),
    ],
};

const TRADERS: Set = Set {
    code: "TB",
    tiles: &[
        ("Cc.g", &[plain("TB01")]),
        ("Cc.w", &[plain("TB02")]),
        ("CCc.c", &[plain("TB03")]),
        ("CCc.w", &[plain("TB04")]),
        ("Ccc.g", &[plain("TB05")]),
        ("CcCC.c", &[plain("TB06")]),
        ("CcRR!.c", &[plain("TB07")]),
        ("CcRR.w", &[plain("TB08")]),
        ("CcRR.wG", &[garden("TB08", 0)]),
        ("CcRC.c", &[plain("TB09")]),
        ("CcRC.g", &[plain("TB10")]),
        ("CcR.c", &[plain("TB11")]),
        ("CcR.cG", &[garden("TB11", 0)]),
        ("CcR!.w", &[plain("TB12")]),
        ("CccR.w", &[plain("TB13")]),
        ("CcCc.w", &[plain("TB14")]),
        ("CFc.w", &[plain("TB15")]),
        ("CR", &[plain("TB16")]),
        ("CRc.g", &[plain("TB17")]),
        ("CRc.w", &[plain("TB18")]),
        ("CRcR.w", &[plain("TB19")]),
        ("LRRR", &[plain("TB20")]),
        ("RCc.g", &[plain("TB21")]),
        ("RCc!.g", &[plain("TB22")]),
        ("RRC", &[plain("TB23")]),
        ("RRrr", &[plain("TB24")]),
    ],
};

const SETS: [&Set; 4] = [&BASE, &RIVER, &INNS, &TRADERS];

/// The spring, which lies on the table where a River game does not say what does.
pub(super) const SPRING: Drawings = &[turned("RA", 3)];

/// The drawings that a tile id stands for; none where the tile is not one of ours.
pub(super) fn drawings(id: &str) -> Option<Drawings> {
    let (set, rest) = id.split_once('/').or_else(|| id.split_once('.'))?;
    let code = if matches!(set, "RI.1" | "R1") { "RI" } else { set };
    let set = SETS.into_iter().find(|set| set.code == code)?;
    set.tiles.iter().find(|(known, _)| *known == rest).map(|(_, drawings)| *drawings)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::library::Library;

    fn ids(set: &Set) -> BTreeSet<&'static str> {
        set.tiles.iter().flat_map(|(_, drawings)| drawings.iter().map(|drawing| drawing.tile)).collect()
    }

    #[test]
    fn every_drawing_has_an_id_and_none_has_two_of_a_face() {
        let numbered = |code: &str, most: usize| (1..=most).map(|number| format!("{code}{number:02}")).collect();
        assert_eq!(ids(&INNS).into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), numbered("IC", 17));
        assert_eq!(ids(&TRADERS).into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), numbered("TB", 24));
        for set in SETS {
            let mut seen: Vec<_> = set.tiles.iter().map(|(_, drawings)| (drawings[0].tile, drawings[0].face)).collect();
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "{}", set.code);
            assert!(set.tiles.iter().flat_map(|(_, drawings)| *drawings).all(|drawing| drawing.quarters < 4));
        }
    }

    #[test]
    fn base_and_river_are_the_tiles_of_the_data() {
        let resolved = Library::builtin().resolve("carcassonne", &["river"]).expect("built in");
        let mut known = BTreeSet::new();
        for set in &resolved.tilesets {
            known.extend(set.tile.iter().map(|tile| tile.id.as_str()));
        }
        let mine: BTreeSet<&str> = ids(&BASE).into_iter().chain(ids(&RIVER)).collect();
        assert_eq!(mine, known);
    }

    #[test]
    fn ids_of_both_versions_are_read() {
        assert_eq!(drawings("BA/CFc.1"), drawings("BA.CFc.1"));
        assert_eq!(drawings("RI.1/I.e"), drawings("R1.I.e"));
        assert!(drawings("RI/s").is_some() && drawings("BA/C").is_some() && drawings("IC.RFr.i").is_some());
        assert_eq!([drawings("RI.2/III"), drawings("BA/"), drawings("X"), drawings("")], [None; 4]);
    }
}
