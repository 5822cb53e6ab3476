//! A hand played from a script: cards by seat, moves in words.
#![allow(dead_code, reason = "each test file uses its own part of the tools")]

use std::collections::VecDeque;
use std::sync::Arc;

use soko::engine::{ActionKind, Award, Chance, Deal, Event, Game, Hand, Seat, Share};
use soko::ranking::AceInLow;
use soko::rules::{Limit, OddChip, Opener, Preset, Rules, Stakes, Tie, WildRule};
use soko::{Card, parse_cards};

/// A hand whose cards come from a list a seat, and all that happened in it.
pub struct Play {
    pub hand: Hand,
    pub events: Vec<Event>,
    cards: Vec<VecDeque<Card>>,
    spare: VecDeque<Card>,
}

impl Play {
    /// Starts a hand; `cards` has each seat's cards in the order dealt, and any others fill what is missing.
    pub fn start(rules: Rules, stacks: &[u64], cards: &[&str]) -> Self {
        Self::with_dealer(rules, stacks, None, cards)
    }

    pub fn with_dealer(rules: Rules, stacks: &[u64], dealer: Option<Seat>, cards: &[&str]) -> Self {
        let mut cards: Vec<VecDeque<Card>> = cards.iter().map(|text| parse_cards(text).unwrap().into()).collect();
        cards.resize(stacks.len(), VecDeque::new());
        let known: Vec<Card> = cards.iter().flatten().copied().collect();
        // The low cards in the middle of the deck first: they make no hands and bring nothing in.
        let spare = Card::all().skip(16).chain(Card::all().take(16)).filter(|card| !known.contains(card)).collect();
        let mut events = Vec::new();
        let game = Arc::new(Game::new(rules).unwrap());
        let hand = Hand::start(game, stacks, dealer, Deal::Manual(&[]), &mut |event| events.push(event)).unwrap();
        let mut play = Self { hand, events, cards, spare };
        play.deal();
        play
    }

    fn deal(&mut self) {
        while let Some(chance) = self.hand.chance() {
            let given = match chance {
                Chance::Seat { seat, .. } => self.cards[usize::from(seat)].pop_front(),
                Chance::Community => None,
            };
            let card = given.or_else(|| self.spare.pop_front()).unwrap();
            self.hand.deal(card, &mut |event| self.events.push(event)).unwrap();
        }
    }

    /// Plays moves such as `1 complete 20, 2 fold`: the seat that must be to act, the kind, and the amount.
    pub fn moves(&mut self, moves: &str) -> &mut Self {
        for text in moves.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(self.hand.actor(), words[0].parse().ok(), "who acts at '{text}' of '{moves}'");
            let kind = ActionKind::from_name(words[1]).unwrap();
            let amount = words.get(2).map(|amount| amount.parse().unwrap());
            self.hand.act(kind, amount, &mut |event| self.events.push(event)).unwrap();
            self.deal();
        }
        self
    }

    /// Checks until nobody is to act any more.
    pub fn check_down(&mut self) -> &mut Self {
        while self.hand.actor().is_some() {
            self.hand.act(ActionKind::Check, None, &mut |event| self.events.push(event)).unwrap();
            self.deal();
        }
        self
    }

    /// Checks until the street is over.
    pub fn check_street(&mut self) -> &mut Self {
        let street = self.hand.street();
        while self.hand.street() == street && self.hand.actor().is_some() {
            self.hand.act(ActionKind::Check, None, &mut |event| self.events.push(event)).unwrap();
            self.deal();
        }
        self
    }

    /// What is legal, in words.
    pub fn legal(&self) -> String {
        self.hand.legal_actions().to_string()
    }

    pub fn actor(&self) -> Option<Seat> {
        self.hand.actor()
    }

    /// Amount and eligible seats of each pot.
    pub fn pots(&self) -> Vec<(u64, Vec<Seat>)> {
        self.hand.pots().iter().map(|pot| (pot.amount, pot.eligible.iter().collect())).collect()
    }

    /// The awards of a share: seat, pot, amount.
    pub fn won(&self, share: Share) -> Vec<(Seat, u8, u64)> {
        let awards = self.hand.awards();
        let reported: Vec<Award> = self
            .events
            .iter()
            .filter_map(|event| if let Event::Award(award) = event { Some(*award) } else { None })
            .collect();
        assert_eq!(awards, reported, "awards asked for and reported");
        awards.iter().filter(|award| award.share == share).map(|award| (award.seat, award.pot, award.amount)).collect()
    }

    /// What went back unmatched.
    pub fn uncalled(&self) -> Vec<(Seat, u64)> {
        let uncalled = |event: &Event| match *event {
            Event::Uncalled { seat, amount } => Some((seat, amount)),
            _ => None,
        };
        self.events.iter().filter_map(uncalled).collect()
    }

    /// Shows and mucks in their order: the seat, and whether it showed.
    pub fn shows(&self) -> Vec<(Seat, bool)> {
        let show = |event: &Event| match *event {
            Event::Show(seat) => Some((seat, true)),
            Event::Muck(seat) => Some((seat, false)),
            _ => None,
        };
        self.events.iter().filter_map(show).collect()
    }
}

/// Soko as the room plays it in the examples: ante 5, bring-in 10, bets 20 and 40 (least bet 20 in pot limit).
pub fn soko_room(limit: Limit) -> Rules {
    let big_bet = if limit == Limit::Fixed { 40 } else { 20 };
    stakes(Preset::Soko, limit, 5, 10, 20, big_bet)
}

pub fn stakes(preset: Preset, limit: Limit, ante: u64, bring_in: u64, small_bet: u64, big_bet: u64) -> Rules {
    let stakes = Stakes {
        limit: Some(limit),
        ante: Some(ante),
        bring_in: Some(bring_in),
        small_bet: Some(small_bet),
        big_bet: Some(big_bet),
        ..Stakes::default()
    };
    preset.rules(stakes).unwrap()
}

/// Rules changed in some fields.
pub fn with(mut rules: Rules, change: impl FnOnce(&mut Rules)) -> Rules {
    change(&mut rules);
    rules.validate().unwrap();
    rules
}

/// A small generator of random numbers, the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u64::try_from((u128::from(self.0) * u128::from(n)) >> 64).unwrap()
    }

    /// A shuffled deck.
    pub fn deck(&mut self) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::all().collect();
        for i in 0..deck.len() {
            let j = i + usize::try_from(self.below((deck.len() - i) as u64)).unwrap();
            deck.swap(i, j);
        }
        deck
    }

    pub fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[usize::try_from(self.below(values.len() as u64)).unwrap()]
    }

    /// House rules that any game may have.
    pub fn choose_house_rules(&mut self, rules: &mut Rules) {
        rules.burn = self.below(3) == 0;
        rules.odd_chip = self.one_of(&[OddChip::Position, OddChip::Suit]);
        rules.showing_tie = self.one_of(&[Tie::Suit, Tie::Position]);
        rules.opener = self.one_of(&[Opener::Best, Opener::Lowest]);
        rules.low_chicago = self.below(3) == 0;
        rules.ace = self.one_of(&[AceInLow::Low, AceInLow::High]);
        if let WildRule::FollowTheQueen { carry_over, queens_wild } = &mut rules.wild {
            (*carry_over, *queens_wild) = (self.below(2) == 0, self.below(2) == 0);
        }
    }

    /// A number of players that a game takes.
    pub fn players(&mut self, rules: &Rules) -> u8 {
        rules.players.min + self.below(u64::from(rules.players.max - rules.players.min) + 1) as u8
    }
}
