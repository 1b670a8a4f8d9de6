//! The race along the course: advances, scorings when a piece of the course is laid, and the mouth at the end.

use std::ops::Range;

use super::{Counted, Match, Reason, Why};
use crate::game::{MAX_PLAYERS, Measure, Race};
use crate::model::DoubleAnimals;

impl Match<'_> {
    /// Advances racers for icons that the pieces laid have connected to their players' figures (R15).
    pub(super) fn connect_icons(&mut self) {
        if self.game.race.is_none() {
            return;
        }
        let gains = self.room.table.take_gains();
        for (seat, spaces) in gains.into_iter().enumerate().take(self.players) {
            self.advance(seat, spaces, Why::Icons);
        }
    }

    /// The step of a player who places no figure (R14).
    pub(super) fn step(&mut self) {
        if let Some(race) = &self.game.race {
            self.advance(self.seat, race.step, Why::Step);
        }
    }

    /// Moves a racer on, at most to the last space (R16).
    pub(super) fn advance(&mut self, seat: usize, spaces: u32, why: Why) {
        let last = self.spaces.saturating_sub(1);
        let racer = &mut self.room.seats[seat].racer;
        let moved = spaces.min(last.saturating_sub(*racer));
        *racer += moved;
        self.room.ledger.advance(self.moment(), seat, moved, why);
    }

    /// Scores the race for the pieces of the course laid in a turn (R22-R25, D2).
    pub(super) fn score_race(&mut self, pieces: Range<usize>) {
        let game = self.game;
        let Some(race) = &game.race else { return };
        let table = &self.room.table;
        let class_of = |piece: usize| &game.classes[table.pieces()[piece].placement.class.index()];
        let last = pieces.clone().rfind(|&piece| class_of(piece).along).map(class_of);
        match game.options.drawn_icons {
            DoubleAnimals::Double => {
                if let Some(class) = last {
                    self.score_race_once(race, &class.along_icons);
                }
            }
            DoubleAnimals::Together => {
                let mut sums = std::mem::take(&mut self.room.sums);
                sums.clear();
                sums.resize(game.icons.len(), 0);
                for class in pieces.map(class_of).filter(|class| class.along) {
                    sums.iter_mut().zip(&class.along_icons).for_each(|(sum, count)| *sum += count);
                }
                self.score_race_once(race, &sums);
                self.room.sums = sums;
            }
            DoubleAnimals::Each => {
                for piece in pieces {
                    let class = &game.classes[self.room.table.pieces()[piece].placement.class.index()];
                    if class.along {
                        self.score_race_once(race, &class.along_icons);
                    }
                }
            }
        }
    }

    fn score_race_once(&mut self, race: &Race, icons: &[u32]) {
        let measure = Measure { icons, ..Measure::default() };
        let course = self.game.course.map(|course| course.feature);
        let mut scored = 0_u8;
        for (place, worth) in [(1, &race.first), (2, &race.second)] {
            let seats = self.at_place(race, place);
            let points = worth.points(&measure);
            if points > 0 {
                scored |= seats;
            }
            let counted = Counted { place, icons, ..Counted::default() };
            self.award(Reason::Race, course, points, seats, counted);
        }
        for seat in (0..self.players).filter(|seat| scored & (1 << seat) == 0) {
            self.advance(seat, race.consolation, Why::Consolation);
        }
    }

    /// The seats at a place of the race, dense and from 1. With two players the second place may be too far off to
    /// count (R25).
    fn at_place(&self, race: &Race, place: u8) -> u8 {
        let mut spaces = [0_u32; MAX_PLAYERS];
        let mut ranks = 0;
        for seat in &self.room.seats {
            if !spaces[..ranks].contains(&seat.racer) {
                spaces[ranks] = seat.racer;
                ranks += 1;
            }
        }
        let spaces = &mut spaces[..ranks];
        spaces.sort_unstable_by(|a, b| b.cmp(a));
        let Some(&space) = spaces.get(place as usize - 1) else { return 0 };
        if self.players == 2 && place > 1 && race.two_players_gap.is_some_and(|gap| spaces[0] - space > gap) {
            return 0;
        }
        let seats = self.room.seats.iter().enumerate().filter(|(_, seat)| seat.racer == space);
        seats.fold(0, |set, (seat, _)| set | 1 << seat)
    }

    /// Pays the order at the race's end (R30).
    pub(super) fn score_mouth(&mut self) {
        let game = self.game;
        let Some(race) = &game.race else { return };
        let course = game.course.map(|course| course.feature);
        for (place, &points) in (1..).zip(&game.setup(self.players).mouth) {
            let seats = self.at_place(race, place);
            for seat in (0..self.players).filter(|seat| seats & (1 << seat) != 0) {
                self.room.seats[seat].mouth = points;
            }
            self.award(Reason::Mouth, course, points, seats, Counted { place, ..Counted::default() });
        }
    }
}
