//! One card to come, of those that an enumeration goes through.

use super::notation::Holding;
use super::situation::Situation;
use super::ways::Weighted;
use crate::card::Card;

/// One card to come.
pub(super) struct Step {
    pub position: usize,
    /// Each hand that the card belongs to, and which of its cards it is.
    pub slots: Vec<(usize, usize)>,
    /// The cards that it can be and their weights, by index; `None` for all.
    pub weights: Option<Box<[u64; Card::COUNT]>>,
    /// Whether the card must be above the one before it, of the same group.
    pub ascending: bool,
    /// Whether all cards that can make a rank wild are known after this one.
    pub settles_wild: bool,
    /// The seats whose hands are whole after this one.
    pub completes: Vec<u8>,
    /// The seats of whose cards all that count for the low share are known after this one.
    pub settles_low: Vec<u8>,
}

impl Step {
    /// The step of a position; which hands it completes is said later.
    pub fn new(situation: &Situation, position: u8, ascending: bool, settles_wild: bool) -> Self {
        let weights = |cards: &[Weighted]| {
            let mut weights = Box::new([0; Card::COUNT]);
            for &(card, weight) in cards {
                weights[usize::from(card.index())] = weight;
            }
            weights
        };
        let position = usize::from(position);
        let weights = match &situation.holdings[position] {
            Holding::Range(cards) => Some(weights(cards)),
            _ => None,
        };
        let slots = situation
            .dealing
            .hands
            .iter()
            .enumerate()
            .filter_map(|(seat, hand)| Some((seat, hand.iter().position(|&i| usize::from(i) == position)?)));
        let slots = slots.collect();
        Self { position, slots, weights, ascending, settles_wild, completes: Vec::new(), settles_low: Vec::new() }
    }
}
