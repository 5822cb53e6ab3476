//! `pot-odds`: deals the hand out some times and compares its share with what a call costs.

use super::deals::DEALS;
use super::{BET, Draws, POT_PARTS, PolicyView, give_up, stay};

/// How many times the hand is dealt out.
pub const SAMPLES: u64 = DEALS as u64;

/// Raises with a share of four thirds of an even one, calls when the share pays for it.
pub fn choose(view: &PolicyView<'_>, draws: &mut Draws) -> u8 {
    let won = view.shares_at_the_end(draws);
    let all = SAMPLES * POT_PARTS;
    let price = view.price();
    if 3 * won * u64::from(view.live()) >= 4 * all {
        return view.first_legal(&BET);
    }
    // The share is of the pot with the call in it. Chips may need 63 bits, so their product with it more than 64.
    let pays = u128::from(won) * u128::from(view.pot() + price) >= u128::from(all) * u128::from(price);
    if pays { stay(view) } else { give_up(view) }
}
