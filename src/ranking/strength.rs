//! Strength: the one number by which hands are compared.

use super::{Category, layout};

/// What a hand is worth; greater wins, equal ties. The bits are laid out in [`layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Strength(u16);

impl Strength {
    /// The strength with these bits, which an evaluator made.
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The number itself.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The category, which is the high byte's alone.
    #[must_use]
    pub const fn category(self) -> Category {
        Category::ALL[layout::CATEGORY_OF_PAGE[(self.0 >> 8) as usize] as usize]
    }
}
