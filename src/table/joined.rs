//! Joined features: segments on the table united into features, with running totals at the root.
//!
//! Every segment knows the root of its feature; where two features join, the smaller one's members are told the new root,
//! so that finding is one load and joining n segments costs n log n at most. The root carries what is asked every turn (edges still open, figures a player, icons a
//! racer moves by); what is asked only at scoring (distinct tiles, icons) is counted then, by walking the ring of
//! members, so that "a tile counts once" is exact. What must stay true: the ring of a root holds each member once.

use crate::game::Seed;

/// A segment on the table, by number in the order laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number, for indexing.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Figures in a feature: a byte a player, the sum of their weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatCounts(u64);

impl SeatCounts {
    /// No figures.
    pub const EMPTY: Self = Self(0);

    /// The weight of this seat's figures.
    #[must_use]
    pub const fn get(self, seat: usize) -> u8 {
        (self.0 >> (8 * seat)) as u8
    }

    /// Whether nobody has a figure here.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These figures, and one more of this weight.
    #[must_use]
    pub const fn plus(self, seat: usize, weight: u8) -> Self {
        Self(self.0 + ((weight as u64) << (8 * seat)))
    }

    /// These figures without one of this weight, which must be among them.
    #[must_use]
    pub const fn minus(self, seat: usize, weight: u8) -> Self {
        Self(self.0 - ((weight as u64) << (8 * seat)))
    }

    /// The figures of both. A player's figures together weigh at most 200, so no byte overflows.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The seats that have most, as a set of bits, and how much that is.
    #[must_use]
    pub fn majority(self) -> (u8, u8) {
        let (mut seats, mut most) = (0_u8, 0_u8);
        for seat in 0..8 {
            let weight = self.get(seat);
            if weight > most {
                (seats, most) = (1 << seat, weight);
            } else if weight == most && weight > 0 {
                seats |= 1 << seat;
            }
        }
        (seats, most)
    }
}

/// One segment on the table, and the totals of its feature where it is the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The feature's root.
    root: u32,
    /// The next member of the feature, in a ring.
    next: u32,
    /// Members, where it is the root.
    size: u32,
    /// Edges still open, where it is the root.
    open: u32,
    /// Figures, where it is the root.
    seats: SeatCounts,
    /// Icons that advance racers, where it is the root.
    race_icons: u32,
    /// The segment among the game's.
    pub(super) segment: u32,
    /// The piece it lies on.
    pub(super) piece: u32,
}

/// All segments on the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    nodes: Vec<Node>,
    /// Whether any feature has lost its last open edge since this was last set to false.
    pub(super) any_closed: bool,
}

impl Joined {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.any_closed = false;
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds the segments of a piece, numbered from `first` among the game's, each a feature of its own.
    #[inline]
    pub(super) fn add(&mut self, first: u32, piece: u32, seeds: &[Seed]) {
        let start = self.nodes.len() as u32;
        self.any_closed |= seeds.iter().any(|seed| seed.enclosed);
        self.nodes.extend((0..).zip(seeds).map(|(index, seed)| Node {
            root: start + index,
            next: start + index,
            size: 1,
            open: u32::from(seed.open),
            seats: SeatCounts::EMPTY,
            race_icons: seed.race_icons,
            segment: first + index,
            piece,
        }));
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The feature a segment belongs to, named by one of its segments.
    #[inline]
    pub(super) fn find(&self, id: NodeId) -> NodeId {
        NodeId(self.nodes[id.index()].root)
    }

    /// What joining two segments would bring: for each side, the figures that are there and the icons that advance racers
    /// which the other side has for them.
    pub(super) fn brings(&self, a: NodeId, b: NodeId) -> [(SeatCounts, u32); 2] {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return [(SeatCounts::EMPTY, 0); 2];
        }
        [(self.seats(a), self.race_icons(b)), (self.seats(b), self.race_icons(a))]
    }

    /// Joins two segments across an edge that closes `closes` open edges in all.
    #[inline]
    pub(super) fn join(&mut self, a: NodeId, b: NodeId, closes: u32) {
        let (a, b) = (self.find(a).index(), self.find(b).index());
        let larger = self.nodes[a].size >= self.nodes[b].size;
        let (root, from) = if larger { (a, b) } else { (b, a) };
        if root != from {
            let mut member = from;
            loop {
                let node = &mut self.nodes[member];
                node.root = root as u32;
                member = node.next as usize;
                if member == from {
                    break;
                }
            }
        }
        // They are two or one.
        if let Ok([root, from]) = self.nodes.get_disjoint_mut([root, from]) {
            std::mem::swap(&mut root.next, &mut from.next);
            root.size += from.size;
            root.open += from.open;
            root.seats = root.seats.union(from.seats);
            root.race_icons = root.race_icons.saturating_add(from.race_icons);
        }
        if closes > 0 {
            self.close(NodeId(root as u32), closes);
        }
    }

    /// Closes so many open edges of a feature.
    #[inline]
    pub(super) fn close(&mut self, root: NodeId, edges: u32) {
        let root = &mut self.nodes[root.index()];
        root.open = root.open.saturating_sub(edges);
        self.any_closed |= root.open == 0 && edges > 0;
    }

    pub(super) fn open(&self, root: NodeId) -> u32 {
        self.nodes[root.index()].open
    }

    pub(super) fn seats(&self, root: NodeId) -> SeatCounts {
        self.nodes[root.index()].seats
    }

    pub(super) fn set_seats(&mut self, root: NodeId, seats: SeatCounts) {
        self.nodes[root.index()].seats = seats;
    }

    pub(super) fn race_icons(&self, root: NodeId) -> u32 {
        self.nodes[root.index()].race_icons
    }

    /// The next member of the feature, in a ring.
    #[inline]
    pub(super) fn next(&self, id: NodeId) -> NodeId {
        NodeId(self.nodes[id.index()].next)
    }

    /// All segments of a feature, each once.
    pub(super) fn members(&self, root: NodeId) -> impl Iterator<Item = NodeId> {
        let first = root.0;
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let here = at?;
            let next = self.nodes[here as usize].next;
            at = (next != first).then_some(next);
            Some(NodeId(here))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_adds_up_and_keeps_each_member_once() {
        let mut joined = Joined::default();
        joined.add(0, 0, &[Seed { open: 2, race_icons: 1, enclosed: false }; 4]);
        let ids: Vec<_> = (0..4).map(NodeId).collect();
        joined.set_seats(ids[0], SeatCounts::EMPTY.plus(1, 1));
        assert!(joined.brings(ids[0], ids[1]).contains(&(SeatCounts::EMPTY.plus(1, 1), 1)));
        joined.join(ids[0], ids[1], 2);
        assert_eq!(joined.brings(ids[0], ids[1]), [(SeatCounts::EMPTY, 0); 2]);
        joined.join(ids[2], ids[3], 2);
        joined.join(ids[1], ids[2], 2);
        joined.join(ids[0], ids[3], 2);
        let root = joined.find(ids[2]);
        assert_eq!((joined.open(root), joined.race_icons(root), joined.seats(root).get(1)), (0, 4, 1));
        let mut members: Vec<_> = joined.members(root).collect();
        members.sort();
        assert_eq!(members, ids);
    }

    #[test]
    fn the_majority_is_all_who_have_most() {
        let seats = SeatCounts::EMPTY.plus(0, 2).plus(2, 1).plus(2, 1).plus(4, 1);
        assert_eq!(seats.majority(), (0b101, 2));
        assert_eq!(SeatCounts::EMPTY.majority(), (0, 0));
        assert_eq!(seats.minus(0, 2).majority(), (0b100, 2));
    }
}
