//! Seats and sets of seats, which run clockwise.

/// The number of a seat, 0 the first one clockwise from the dealer box (rules.md 4.1).
pub type Seat = u8;

/// How many seats a table has at most.
pub const MAX_SEATS: usize = 10;

/// A set of seats: bit `i` stands for seat `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Seats 0 to `count - 1`.
    pub(crate) const fn first(count: usize) -> Self {
        Self(((1u32 << count) - 1) as u16)
    }

    /// One seat alone.
    pub(crate) const fn only(seat: Seat) -> Self {
        Self(1 << seat)
    }

    /// The set whose seats are bits.
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The seats as bits.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat < 16 && self.0 >> seat & 1 == 1
    }

    /// The seats as one reads them, `seat 1` or `seats 0, 1 and 3`.
    #[must_use]
    pub fn in_words(self) -> String {
        let mut numbers: Vec<String> = self.iter().map(|seat| seat.to_string()).collect();
        match numbers.pop() {
            Some(last) if numbers.is_empty() => format!("seat {last}"),
            Some(last) => format!("seats {} and {last}", numbers.join(", ")),
            None => "no seat".to_owned(),
        }
    }

    pub(crate) const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat;
    }

    pub(crate) const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat);
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Clockwise { first: self.0, then: 0 }
    }

    /// The seats clockwise, from the one after `seat` round to `seat` itself.
    pub(crate) const fn clockwise_after(self, seat: Seat) -> Clockwise {
        let up_to = ((2u32 << seat) - 1) as u16;
        Clockwise { first: self.0 & !up_to, then: self.0 & up_to }
    }

    /// The first seat of the set clockwise from `seat`, which itself comes last.
    pub(crate) fn next_after(self, seat: Seat) -> Option<Seat> {
        self.clockwise_after(seat).next()
    }
}

/// Seats in clockwise order.
pub(crate) struct Clockwise {
    first: u16,
    then: u16,
}

impl Iterator for Clockwise {
    type Item = Seat;

    fn next(&mut self) -> Option<Seat> {
        if self.first == 0 {
            (self.first, self.then) = (self.then, 0);
        }
        if self.first == 0 {
            return None;
        }
        let seat = self.first.trailing_zeros() as Seat;
        self.first &= self.first - 1;
        Some(seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    /// The set of these seats; numbers that no table has are dropped.
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().filter(|&seat| usize::from(seat) < MAX_SEATS).for_each(|seat| set.insert(seat));
        set
    }
}
