//! What features are worth to the oracle, and who gets it.
//!
//! What must stay true: every number is counted from the table and the figures that stand on it, at the moment it is asked.

use std::collections::{BTreeMap, BTreeSet};

use super::play::{Position, Standing};
use super::rules::{Feature, Rules, Worth};
use super::table::Groups;

impl Position {
    /// Whether nothing of a group is open: a site has all its eight neighbours, everything else no open port.
    pub(crate) fn complete(&self, rules: &Rules, groups: &Groups, number: usize) -> bool {
        let group = &groups.list[number];
        let feature = &rules.features[&group.feature];
        let closed = if feature.site { self.surrounded(rules, group.nodes[0]) == 8 } else { !group.open };
        feature.completed.is_some() && closed
    }

    /// What a group scores: by its completed or its final worth, under the first condition that holds. Nothing where it has
    /// none of that kind, which is less than zero points: figures add nothing there.
    fn worth<'a>(&self, rules: &'a Rules, groups: &Groups, number: usize, completed: bool) -> Option<&'a Worth> {
        let feature = &rules.features[&groups.list[number].feature];
        let count = |unit: &str| self.count(rules, groups, number, unit);
        let condition = feature.when.iter().find(|condition| {
            condition.icon.as_ref().is_none_or(|icon| count(icon) > 0)
                && condition.max_tiles.is_none_or(|most| count("tile") <= most)
        });
        let special = condition.and_then(|when| if completed { when.completed.as_ref() } else { when.last.as_ref() });
        special.or(if completed { feature.completed.as_ref() } else { feature.last.as_ref() })
    }

    /// How many there are of a unit of worth in a group: tiles, neighbours, closed groups beside it, or an icon.
    pub(super) fn count(&self, rules: &Rules, groups: &Groups, number: usize, unit: &str) -> i64 {
        let group = &groups.list[number];
        match (unit, unit.strip_prefix("closed_")) {
            // A tile counts once, however often the feature crosses it (R20); D3 says what a tile is.
            ("tile", _) if rules.option("multi_cell_tiles") == "piece" => {
                group.nodes.iter().map(|node| self.table.nodes[*node].0).collect::<BTreeSet<_>>().len() as i64
            }
            ("tile", _) => {
                group.nodes.iter().flat_map(|node| self.table.cells(*node)).collect::<BTreeSet<_>>().len() as i64
            }
            ("neighbour", _) if rules.option("border_site") == "missing_score" => {
                self.surrounded(rules, group.nodes[0])
            }
            ("neighbour", _) => self.neighbours(group.nodes[0]),
            (_, Some(block)) => self.closed_beside(groups, number, block).len() as i64,
            (icon, None) => group.nodes.iter().filter_map(|node| self.table.segment(*node).icons.get(icon)).sum(),
        }
    }

    /// What a worth comes to in a group.
    fn sum(&self, rules: &Rules, groups: &Groups, number: usize, worth: &Worth) -> i64 {
        worth.iter().map(|(unit, points)| points * self.count(rules, groups, number, unit)).sum()
    }

    /// What a group is worth to whoever has no figure that adds to it.
    pub(super) fn value(&self, rules: &Rules, groups: &Groups, number: usize, completed: bool) -> i64 {
        self.worth(rules, groups, number, completed).map_or(0, |worth| self.sum(rules, groups, number, worth))
    }

    /// What a player's figures in some groups add to them by unit: each kind once, however many there are of it (TE7).
    fn adds(&self, rules: &Rules, groups: &Groups, numbers: &BTreeSet<usize>, seat: usize) -> Worth {
        let mine = self.standing.iter().filter(|one| one.seat == seat && numbers.contains(&groups.of[one.node]));
        let kinds: BTreeSet<&String> = mine.map(|one| &one.figure).collect();
        let mut adds = Worth::new();
        for (unit, points) in kinds.into_iter().flat_map(|kind| &rules.figures[kind].adds) {
            *adds.entry(unit.clone()).or_default() += points;
        }
        adds
    }

    /// What a player gets for a group beyond its value.
    fn extra(&self, rules: &Rules, groups: &Groups, number: usize, seat: usize, completed: bool) -> i64 {
        let adds = self.adds(rules, groups, &BTreeSet::from([number]), seat);
        self.worth(rules, groups, number, completed).map_or(0, |_| self.sum(rules, groups, number, &adds))
    }

    /// Scores a completed feature where figures stand, and gives them back.
    pub(super) fn score_completed(&mut self, rules: &Rules, groups: &Groups, number: usize) {
        let value = self.value(rules, groups, number, true);
        for seat in self.majority(rules, groups, &BTreeSet::from([number])) {
            self.seats[seat].points += value + self.extra(rules, groups, number, seat, true);
        }
        self.scored.extend(&groups.list[number].nodes);
        let returns = |one: &Standing| groups.of[one.node] == number && !rules.figures[&one.figure].stays;
        let (back, stay): (Vec<_>, Vec<_>) = std::mem::take(&mut self.standing).into_iter().partition(returns);
        self.standing = stay;
        for one in back {
            *self.seats[one.seat].supply.entry(one.figure).or_default() += 1;
        }
    }

    /// Who has most figures in some groups together, by weight; all who tie.
    pub(crate) fn majority(&self, rules: &Rules, groups: &Groups, numbers: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut weights: BTreeMap<usize, i64> = BTreeMap::new();
        for one in self.standing.iter().filter(|one| numbers.contains(&groups.of[one.node])) {
            *weights.entry(one.seat).or_default() += rules.figures[&one.figure].weight;
        }
        let most = weights.values().copied().max().unwrap_or(0);
        weights.into_iter().filter(|(_, weight)| *weight == most && most > 0).map(|(seat, _)| seat).collect()
    }

    /// Scores everything that figures still stand on, and the mouth.
    pub(super) fn score_end(&mut self, rules: &Rules, groups: &Groups) {
        let mut gains = vec![0; self.seats.len()];
        let claimed: BTreeSet<usize> = self.standing.iter().map(|one| groups.of[one.node]).collect();
        // What a city pays a player, where it does so once.
        let mut paid: BTreeMap<(usize, usize), i64> = BTreeMap::new();
        for number in claimed {
            if self.scored.contains(&groups.list[number].nodes[0]) {
                continue;
            }
            let one = BTreeSet::from([number]);
            let winners = self.majority(rules, groups, &one);
            match (farm(&rules.features[&groups.list[number].feature]), rules.option("field_scoring")) {
                // Below, once for all fields.
                (Some(_), "per_city") => {}
                (Some((unit, block, points)), "per_field_city_once") => {
                    for city in self.closed_beside(groups, number, block) {
                        for seat in &winners {
                            // Of several fields that could be paid the best is, so that it does not matter which lay first.
                            let adds = self.adds(rules, groups, &one, *seat).get(unit).copied().unwrap_or(0);
                            let pay = paid.entry((*seat, city)).or_default();
                            *pay = (*pay).max(points + adds);
                        }
                    }
                }
                _ => {
                    let completed = self.complete(rules, groups, number);
                    let value = self.value(rules, groups, number, completed);
                    for seat in winners {
                        // D4: once for each of the player's camps there, or once.
                        let camps = self.standing.iter().filter(|one| {
                            one.seat == seat && groups.of[one.node] == number && rules.figures[&one.figure].stays
                        });
                        let per_camp = rules.option("camps_in_one_jungle") == "per_camp";
                        gains[seat] += value * if per_camp { camps.count().max(1) as i64 } else { 1 };
                        gains[seat] += self.extra(rules, groups, number, seat, completed);
                    }
                }
            }
        }
        for ((seat, _), points) in paid {
            gains[seat] += points;
        }
        if rules.option("field_scoring") == "per_city" {
            self.score_cities(rules, groups, &mut gains);
        }
        for (seat, gain) in gains.into_iter().enumerate() {
            self.seats[seat].points += gain;
        }
        self.score_mouth(rules);
    }

    /// The first farmer rule: each closed city pays whoever has most farmers on all fields around it.
    fn score_cities(&self, rules: &Rules, groups: &Groups, gains: &mut [i64]) {
        for (name, feature) in &rules.features {
            let Some((unit, block, points)) = farm(feature) else { continue };
            let mut around: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for field in (0..groups.list.len()).filter(|number| groups.list[*number].feature == *name) {
                for city in self.closed_beside(groups, field, block) {
                    around.entry(city).or_default().insert(field);
                }
            }
            for fields in around.values() {
                for seat in self.majority(rules, groups, fields) {
                    gains[seat] += points + self.adds(rules, groups, fields, seat).get(unit).copied().unwrap_or(0);
                }
            }
        }
    }

    /// The mouth pays the boats by rank (R30).
    fn score_mouth(&mut self, rules: &Rules) {
        let seats = self.seats.len();
        let Some(race) = &rules.race else { return };
        let Some((_, points)) = rules.mouths.iter().find(|((least, most), _)| (*least..=*most).contains(&seats)) else {
            return;
        };
        for (seat, rank) in self.ranks(race.gap).into_iter().enumerate() {
            let gain = rank.and_then(|rank| points.get(rank)).copied().unwrap_or(0);
            self.seats[seat].points += gain;
            self.seats[seat].mouth = gain;
        }
    }

    /// One scoring of the race (R22-R25) for some icons: points, and a step for whoever scored nothing.
    pub(crate) fn score_race(&mut self, rules: &Rules, icons: &Worth) {
        let Some(race) = &rules.race else { return };
        let sum = |worth: &Worth| -> i64 { worth.iter().map(|(icon, n)| n * icons.get(icon).unwrap_or(&0)).sum() };
        for (seat, rank) in self.ranks(race.gap).into_iter().enumerate() {
            let gain = match rank {
                Some(0) => sum(&race.first),
                Some(1) => sum(&race.second),
                _ => 0,
            };
            self.seats[seat].points += gain;
            if gain == 0 {
                self.advance(seat, race.consolation);
            }
        }
    }

    /// The rank of every boat: dense, and none for the second of two players who is too far behind (R25).
    fn ranks(&self, gap: Option<i64>) -> Vec<Option<usize>> {
        let occupied: BTreeSet<i64> = self.seats.iter().map(|seat| seat.boat).collect();
        let ahead = |boat: i64| occupied.iter().filter(|space| **space > boat).count();
        let first = occupied.iter().max().copied().unwrap_or(0);
        let far = |boat: i64| self.seats.len() == 2 && gap.is_some_and(|gap| first - boat > gap);
        self.seats.iter().map(|seat| (!far(seat.boat)).then(|| ahead(seat.boat))).collect()
    }

    /// The closed groups of a feature that a ground group borders.
    fn closed_beside(&self, groups: &Groups, number: usize, feature: &str) -> BTreeSet<usize> {
        let nodes = &groups.list[number].nodes;
        nodes.iter().flat_map(|node| self.table.bordered(groups, *node, feature)).collect()
    }

    /// The same with cells where nothing can ever lie, where the border of a map helps (A4.11).
    fn surrounded(&self, rules: &Rules, node: usize) -> i64 {
        let Some((x, y)) = self.table.cells(node).next() else { return 0 };
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))).filter(|cell| *cell != (x, y));
        let helps = rules.map.is_some() && rules.option("border_site") != "unfinished";
        around.filter(|cell| self.table.covered(*cell) || helps && self.table.dead(*cell)).count() as i64
    }

    /// How many of the eight cells around a site are covered.
    pub(crate) fn neighbours(&self, node: usize) -> i64 {
        let Some((x, y)) = self.table.cells(node).next() else { return 0 };
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|step| *step != (0, 0));
        around.filter(|(dx, dy)| self.table.covered((x + dx, y + dy))).count() as i64
    }
}

/// What a feature is paid for at the end that lies beside it: the unit, the feature meant, and points.
fn farm(feature: &Feature) -> Option<(&str, &str, i64)> {
    feature
        .last
        .iter()
        .flatten()
        .find_map(|(unit, points)| Some((unit.as_str(), unit.strip_prefix("closed_")?, *points)))
}
