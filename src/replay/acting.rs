//! What a turn does: pieces laid or discarded, figures placed and taken back, each word resolved and each refusal told.

use super::findings;
use super::playing::{Run, Step};
use super::scene;
use super::trace::PlayedTurn;
use crate::diagnostic::{Code, Finding, did_you_mean, list_of};
use crate::game::{ClassId, FigureId, Game, TileName};
use crate::geometry::{Cell, Rotation};
use crate::log::{ActionText, PieceText, PrintText, TurnText, Which, Word, is_print, quote};
use crate::notation::{self, NoSegment};
use crate::play::Illegal;
use crate::table::Placement;
use crate::text::Span;

impl Run<'_, '_> {
    /// The class that a written tile name stands for.
    pub(super) fn class_of(&mut self, piece: &PieceText<'_>) -> Result<ClassId, ()> {
        match self.play.game().tile_name(piece.tile.text) {
            Some(TileName::Class(class)) => Ok(class),
            None if is_print(piece.tile.text) => self.class_of_print(piece.tile),
            _ => {
                let mut finding = findings::unknown_tile(self.play.game(), piece, self.text.place(piece.tile.span()));
                scene::doubt(self.play.game(), None, &mut finding);
                let turn = Some(self.turn_number());
                self.findings.push(Finding { turn, ..finding });
                Err(())
            }
        }
    }

    /// The class of the only tile that looks as written.
    fn class_of_print(&mut self, tile: Word<'_>) -> Result<ClassId, ()> {
        let game = self.play.game();
        // The text of a print was read once already, and cannot be another now.
        let Ok(print) = PrintText::read(tile) else { return Err(()) };
        notation::printed(game, &print).map_err(|none| {
            let mut finding = findings::no_print(game, tile, &none);
            scene::doubt(game, None, &mut finding);
            self.push(finding, none.span().unwrap_or_else(|| tile.span()));
        })
    }

    pub(super) fn lay(&mut self, piece: &PieceText<'_>, turn: &TurnText<'_>) -> Result<(ClassId, Rotation), ()> {
        let class = self.class_of(piece)?;
        let rotation = piece.rotation.map(|(rotation, _)| rotation).unwrap_or_default();
        let cell = match piece.cell {
            Some((cell, _)) => cell,
            None if self.goes_on_in_one_place(class) => self.only_cell(class, rotation),
            None => {
                // What cannot be drawn at all is the graver fault, and then no cell would help.
                let illegal = self.play.may_draw(class).err();
                match illegal {
                    Some(illegal) => self.refuse(&illegal, Some(*piece), None, turn.span),
                    None => {
                        let help = format!("write where it lies: `{} (1,0) r0`", piece.tile.lossy());
                        let message = format!("the cell of `{}` is missing", piece.tile.lossy());
                        self.push(Finding::error(Code::CellMissing, message).help(help), piece.tile.span());
                    }
                }
                return Err(());
            }
        };
        if self.trace.is_some() && self.goes_on_in_one_place(class) && self.only_cell(class, rotation) == cell {
            let piece = self.play.pieces_of_turn().len();
            self.note(|turn| turn.implied_cells |= 1 << piece.min(7));
        }
        if let Err(illegal) = self.play.lay(Placement { class, cell, rotation }) {
            self.refuse(&illegal, Some(*piece), None, turn.span);
            return Err(());
        }
        Ok((class, rotation))
    }

    /// Whether a piece of this class has one cell only where it can lie: that of a front's open end.
    pub(super) fn goes_on_in_one_place(&self, class: ClassId) -> bool {
        let game = self.play.game();
        let front = game.course.is_some_and(|course| course.front);
        front && game.classes[class.index()].along && self.play.table().course().end.is_some()
    }

    /// The cell of a piece that goes on in one place only.
    fn only_cell(&self, class: ClassId, rotation: Rotation) -> Cell {
        let table = self.play.table();
        let placement = table.course_placement(self.play.game(), class, rotation);
        let end = table.course().end.map(|(cell, _)| cell);
        placement.map(|placement| placement.cell).or(end).unwrap_or_default()
    }

    /// Adds what the turn in play means, where somebody wants to know.
    fn note(&mut self, what: impl FnOnce(&mut PlayedTurn)) {
        if let Some(turn) = self.trace.as_mut().and_then(|trace| trace.last_mut()) {
            what(turn);
        }
    }

    pub(super) fn discard(&mut self, turn: &TurnText<'_>, word: Span) -> Step {
        let Some(piece) = turn.pieces.first() else { return Ok(()) };
        let class = self.class_of(piece)?;
        if let Err(illegal) = self.play.discard(class) {
            self.refuse(&illegal, Some(*piece), Some(word), turn.span);
            return Err(());
        }
        Ok(())
    }

    pub(super) fn actions(&mut self, turn: &TurnText<'_>, (class, rotation): (ClassId, Rotation)) -> Step {
        for (index, action) in turn.actions.iter().enumerate() {
            if index > 0 {
                let finding = Finding::error(Code::TooManyActions, "a turn has one action at most");
                let finding = findings::with_rule(self.play.game(), finding);
                self.push(finding, action.span());
                return Err(());
            }
            match *action {
                ActionText::Pass(_) => {}
                ActionText::Step(word) => self.step_word(word)?,
                ActionText::Recall { figure, .. } => self.recall(figure, turn, action.span())?,
                ActionText::Place { figure, feature, which, target } => {
                    self.place(figure, feature, which, target, turn, class, rotation)?;
                }
            }
        }
        Ok(())
    }

    /// A lone word: the racer's, which only says aloud that its step is taken.
    pub(super) fn step_word(&mut self, word: Word<'_>) -> Step {
        let game = self.play.game();
        if game.race.as_ref().is_some_and(|race| race.figure.as_bytes() == word.text) {
            return Ok(());
        }
        let text = word.lossy();
        let finding = if let Some(figure) = game.figure(word.text) {
            let on = game.figures[figure.index()].on.iter().position(|on| *on);
            let example = on.map_or("road", |feature| game.features[feature].name.as_str());
            Finding::error(Code::BadAction, format!("`{text}` is placed on nothing"))
                .help(format!("say on which feature: `{text} {example}`"))
        } else {
            let mut known: Vec<&str> = game.figures.iter().map(|figure| figure.name.as_str()).collect();
            known.push("pass");
            known.extend(game.figures.iter().any(|figure| figure.recall).then_some("recall"));
            known.extend(game.race.as_ref().map(|race| race.figure.as_str()));
            Finding::error(Code::NoSuchAction, format!("`{}` has no action `{}`", game.id, quote(word.text)))
                .help(did_you_mean(&text, known.iter().copied()))
        };
        self.push(finding, word.span());
        Err(())
    }

    pub(super) fn figure(&mut self, word: Word<'_>) -> Result<FigureId, ()> {
        let game = self.play.game();
        if let Some(figure) = game.figure(word.text) {
            return Ok(figure);
        }
        let message = format!("`{}` has no figure `{}`", game.id, quote(word.text));
        let known = game.figures.iter().map(|figure| figure.name.as_str());
        let finding = Finding::error(Code::UnknownFigure, message).help(did_you_mean(&word.lossy(), known));
        self.push(finding, word.span());
        Err(())
    }

    pub(super) fn recall(&mut self, figure: Option<Word<'_>>, turn: &TurnText<'_>, span: Span) -> Step {
        let figure = figure.map(|word| self.figure(word)).transpose()?;
        if let Err(illegal) = self.play.recall(figure) {
            self.refuse(&illegal, None, Some(span), turn.span);
            return Err(());
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one action, taken apart by the caller's match")]
    pub(super) fn place(
        &mut self,
        figure: Word<'_>,
        feature: Word<'_>,
        which: Which<'_>,
        target: Span,
        turn: &TurnText<'_>,
        class: ClassId,
        rotation: Rotation,
    ) -> Step {
        let kind = self.figure(figure)?;
        let game = self.play.game();
        let Some(id) = game.feature(feature.text) else {
            let message = format!("`{}` has no feature `{}`", game.id, quote(feature.text));
            let known = game.features.iter().map(|feature| feature.name.as_str());
            let finding = Finding::error(Code::UnknownFeature, message).help(did_you_mean(&feature.lossy(), known));
            self.push(finding, feature.span());
            return Err(());
        };
        let segment = match notation::find(game, class, rotation, id, which) {
            Ok(segment) => segment,
            Err(NoSegment::NoFeature) if game.classes[class.index()].some_sites.contains(&id) => {
                self.refuse(
                    &Illegal::FigureMisplaced(kind, id),
                    None,
                    Some(Span::new(figure.at, target.end)),
                    turn.span,
                );
                return Err(());
            }
            Err(none) => {
                let mut finding = no_segment(game, class, rotation, &feature.lossy(), &none);
                scene::doubt(game, Some(class), &mut finding);
                self.push(finding, target);
                return Err(());
            }
        };
        if let Err(illegal) = self.play.place(kind, segment) {
            let span = match illegal {
                Illegal::NoFigureLeft(_) => figure.span(),
                _ => Span::new(figure.at, target.end),
            };
            self.refuse(&illegal, None, Some(span), turn.span);
            return Err(());
        }
        self.note(|turn| turn.target = Some((class, rotation, segment)));
        Ok(())
    }
}

/// The finding for a target that means no segment.
fn no_segment(game: &Game, class: ClassId, rotation: Rotation, feature: &str, none: &NoSegment) -> Finding {
    let piece = &game.classes[class.index()].name;
    match none {
        NoSegment::NoFeature => {
            let segments = game.segments_of(class);
            let places: Vec<_> =
                (0..segments.len()).map(|index| notation::place(game, class, rotation, index)).collect();
            let list: Vec<_> = places.iter().map(String::as_str).collect();
            Finding::error(Code::NoSuchSegment, format!("`{piece}` has no `{feature}`"))
                .help(format!("turned {rotation} it has {}", list_of(&list, "and")))
        }
        NoSegment::NotThere(places) => {
            let list: Vec<_> = places.iter().map(String::as_str).collect();
            Finding::error(Code::NoSuchSegment, format!("`{piece}` turned {rotation} has no `{feature}` there"))
                .help(format!("it has {}", list_of(&list, "and")))
        }
        NoSegment::Several(places) => {
            let list: Vec<_> = places.iter().map(String::as_str).collect();
            let message =
                format!("`{piece}` has {} separate segments of `{feature}`, and the port is missing", places.len());
            Finding::error(Code::PortNeeded, message)
                .help(format!("turned {rotation} they are {}", list_of(&list, "and")))
        }
    }
}
