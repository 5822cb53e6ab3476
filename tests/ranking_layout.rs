//! How strengths are laid out as numbers: sets of ranks in their order, categories one above the other.

use soko::ranking::layout::{
    BASE, CATEGORIES, CATEGORY_OF_PAGE, FIVE_OF_A_KIND, FOUR_FLUSH, FOUR_STRAIGHT, FULL_HOUSE, HIGH_CARD, LIMIT,
    ONE_PAIR, PAGE_COUNT, ROYAL_FLUSH, TWO_PAIR, choose, colex, decode, encode, uncolex,
};

#[test]
fn binomials_make_a_triangle() {
    for n in 0..18 {
        assert_eq!((choose(n, 0), choose(n, n), choose(n, n + 1)), (1, 1, 0));
        for k in 0..n {
            assert_eq!(choose(n + 1, k + 1), choose(n, k) + choose(n, k + 1), "{n} {k}");
        }
    }
    assert_eq!((choose(13, 5), choose(18, 7), choose(18, 9)), (1287, 31_824, 48_620));
}

/// A set's greatest rank counts most, then its second: as in numbers in base two.
#[test]
fn sets_of_ranks_are_in_order() {
    let mut places = [0; 6];
    for mask in 0..1u16 << 13 {
        let ranks: Vec<u8> = (0..13).rev().filter(|rank| mask >> rank & 1 == 1).collect();
        if let Some(place) = places.get_mut(ranks.len()) {
            assert_eq!(colex(&ranks), *place, "{ranks:?}");
            assert_eq!(uncolex(*place, ranks.len())[..ranks.len()], ranks);
            *place += 1;
        }
    }
    assert_eq!(places, [1, 13, 78, 286, 715, 1287]);
}

#[test]
fn categories_stand_one_above_the_other() {
    // In pages of 256, which hold what the head of the module says.
    let below = [1287, 3718, 169, 9295, 1014, 1014, 13, 1287, 169, 169, 13, 13, 13];
    let mut page = 0;
    for (category, below) in below.into_iter().enumerate() {
        assert_eq!(usize::from(BASE[category]), 256 * page, "category {category}");
        for _ in 0..usize::div_ceil(below, 256) {
            assert_eq!(usize::from(CATEGORY_OF_PAGE[page]), category, "page {page}");
            page += 1;
        }
    }
    assert_eq!((page, LIMIT), (PAGE_COUNT, 256 * PAGE_COUNT));
    assert_eq!(below.len(), CATEGORIES);
}

#[test]
fn a_strength_is_its_category_and_what_decides() {
    for (category, ranks, offset) in [
        (HIGH_CARD, &[5, 3, 2, 1, 0][..], 1),
        (HIGH_CARD, &[12, 11, 10, 9, 8], 1286),
        (ONE_PAIR, &[0, 3, 2, 1], 3),
        (ONE_PAIR, &[12, 11, 10, 9], 12 * 286 + 219),
        (FOUR_STRAIGHT, &[2, 12], 2 * 13 + 12),
        (FOUR_FLUSH, &[12, 11, 10, 9, 0], 714 * 13),
        (TWO_PAIR, &[2, 1, 0], 2 * 13),
        (FULL_HOUSE, &[1, 12], 13 + 12),
        (ROYAL_FLUSH, &[12], 12),
        (FIVE_OF_A_KIND, &[7], 7),
    ] {
        let strength = encode(category, ranks);
        assert_eq!(strength, BASE[category] + offset, "category {category}, {ranks:?}");
        let (decoded, n) = decode(strength);
        assert_eq!(&decoded[..n], ranks, "category {category}");
    }
}
