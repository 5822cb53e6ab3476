//! What a player may do.

use core::fmt;
use core::ops::Deref;

/// The seven kinds of action, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// Give the hand up.
    Fold,
    /// Pass, with nothing to call.
    Check,
    /// Match the bet, or put in all chips towards it.
    Call,
    /// Post the forced bet of the first street.
    BringIn,
    /// Make the first full wager over the bring-in, or instead of it.
    Complete,
    /// Make the first wager of a street.
    Bet,
    /// Go over a wager.
    Raise,
}

impl ActionKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [Self; 7] =
        [Self::Fold, Self::Check, Self::Call, Self::BringIn, Self::Complete, Self::Bet, Self::Raise];

    /// The kind's name, as `bring-in`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Check => "check",
            Self::Call => "call",
            Self::BringIn => "bring-in",
            Self::Complete => "complete",
            Self::Bet => "bet",
            Self::Raise => "raise",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether chips are put in.
    #[must_use]
    pub const fn has_amount(self) -> bool {
        !matches!(self, Self::Fold | Self::Check)
    }

    /// Whether the kind raises what others owe: complete, bet and raise.
    #[must_use]
    pub const fn is_wager(self) -> bool {
        matches!(self, Self::Complete | Self::Bet | Self::Raise)
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One thing a player may do, with the least and the most it may come to: totals on this street.
///
/// Between the two, amounts go in steps of the smallest chip; the most may be all of an odd stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegalAction {
    /// What it is.
    pub kind: ActionKind,
    /// The least total on this street, 0 for a fold and a check.
    pub low: u64,
    /// The greatest total on this street, 0 for a fold and a check.
    pub high: u64,
}

impl LegalAction {
    /// The least and the greatest total, `None` for a fold and a check.
    #[must_use]
    pub const fn range(&self) -> Option<(u64, u64)> {
        if self.kind.has_amount() { Some((self.low, self.high)) } else { None }
    }
}

impl fmt::Display for LegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match (self.kind, self.range()) {
            (_, None) => Ok(()),
            (ActionKind::Raise | ActionKind::Complete, Some((low, high))) if low == high => write!(f, " to {low}"),
            (ActionKind::Raise | ActionKind::Complete, Some((low, high))) => write!(f, " to {low}..{high}"),
            (_, Some((low, high))) if low == high => write!(f, " {low}"),
            (_, Some((low, high))) => write!(f, " {low}..{high}"),
        }
    }
}

/// What a player does: a legal action with its amount settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// What it is.
    pub kind: ActionKind,
    /// The total on this street, 0 for a fold and a check.
    pub to: u64,
}

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// A kind of action.
    Kind(ActionKind),
    /// A complete, a bet or a raise, whichever is possible.
    Wager,
    /// Exactly this action: its amount where it has only one, and nothing that is not offered.
    Listed(LegalAction),
}

impl Request {
    /// The kind of action, where the request names one.
    #[must_use]
    pub const fn kind(&self) -> Option<ActionKind> {
        match self {
            Self::Kind(kind) | Self::Listed(LegalAction { kind, .. }) => Some(*kind),
            Self::Wager => None,
        }
    }

    /// The request of a word: a kind of action, also as methods are named (`bring_in`, `raise_to`), or `wager`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "wager" => Some(Self::Wager),
            "bring_in" => Some(Self::Kind(ActionKind::BringIn)),
            "raise_to" => Some(Self::Kind(ActionKind::Raise)),
            _ => ActionKind::from_name(name).map(Self::Kind),
        }
    }
}

impl From<ActionKind> for Request {
    fn from(kind: ActionKind) -> Self {
        Self::Kind(kind)
    }
}

impl From<LegalAction> for Request {
    fn from(action: LegalAction) -> Self {
        Self::Listed(action)
    }
}

const NOTHING: LegalAction = LegalAction { kind: ActionKind::Fold, low: 0, high: 0 };

/// What the player to act may do, in the order of the kinds; read as a slice.
#[derive(Clone, Copy)]
pub struct LegalActions {
    list: [LegalAction; 4],
    len: u8,
}

impl LegalActions {
    /// Nothing at all: nobody is to act.
    pub(crate) const EMPTY: Self = Self { list: [NOTHING; 4], len: 0 };

    pub(crate) fn push(&mut self, kind: ActionKind, low: u64, high: u64) {
        let at = usize::from(self.len);
        debug_assert!(at < self.list.len(), "four actions at most");
        self.list[at & 3] = LegalAction { kind, low, high };
        self.len += 1;
    }
}

impl Deref for LegalActions {
    type Target = [LegalAction];

    fn deref(&self) -> &[LegalAction] {
        &self.list[..usize::from(self.len).min(4)]
    }
}

impl PartialEq for LegalActions {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for LegalActions {}

impl fmt::Debug for LegalActions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Display for LegalActions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, action) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            action.fmt(f)?;
        }
        Ok(())
    }
}
