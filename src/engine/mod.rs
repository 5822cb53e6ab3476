//! The state machine: one hand of any game, from the antes to the awards (rules.md 4 to 9).
//!
//! A [`Game`] is [`Rules`](crate::rules::Rules) made ready for play; a [`Hand`] is a game and a state of about 450
//! bytes without any heap, so that copies are cheap. The engine asks the rules, never which game it plays.
//!
//! ```
//! use soko::engine::{ActionKind, Deal, Game, Hand};
//! use soko::parse_cards;
//! use soko::rules::{Preset, Stakes};
//!
//! let game = Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap();
//! let deck = parse_cards("2c 3c As Kd").unwrap();
//! let mut hand = Hand::start(game.into(), &[100, 100], None, Deal::Manual(&deck), &mut |_| ()).unwrap();
//! assert_eq!(hand.actor(), Some(0));
//! hand.act(ActionKind::BringIn, None, &mut |_| ()).unwrap();
//! hand.act(ActionKind::Fold, None, &mut |_| ()).unwrap();
//! assert_eq!(hand.payoffs(), [1, -1]);
//! ```

mod action;
mod betting;
mod deal;
mod error;
mod event;
mod game;
mod hand;
mod opening;
mod pots;
mod reveal;
mod runout;
mod seats;
mod seen;
mod showdown;
mod state;

pub use action::{Action, ActionKind, LegalAction, LegalActions, Request};
pub(crate) use betting::Wager;
pub use error::{DealError, IllegalAction, MuckError, Reason, RevealError, ShowError, StartError};
pub use event::{Award, Event, Face, Share};
pub use game::Game;
pub use hand::{CardList, Chance, Deal, Hand};
pub(crate) use opening::{bring_in_key, first_greatest, opening_key};
pub use pots::{Pot, Pots};
pub(crate) use runout::{DRAWN, RunOut, RunOutPlan};
pub use seats::{MAX_SEATS, Seat, SeatSet};
pub use seen::SeenCards;
pub(crate) use state::{NONE, Phase, State};
