//! The fields of a game, one row each: everything else that knows all fields is made from these rows.

/// Hands the rows of the table of fields to another macro.
///
/// A row is one line of words (for Rust, for Python and for `describe_diff`, which takes them up to a colon or a
/// bracket), the variant of [`Field`](crate::rules::Field), the name, the type, and the value that most games have. A
/// `field` is a field of [`Rules`](crate::rules::Rules) by that name. A `part` shares a place there with others and ends with
/// the function that reads it; `RulesBuilder::rules` puts it back. A record must have what is `required`.
#[doc(hidden)]
#[macro_export]
macro_rules! with_rules_fields {
    ($callback:ident $($more:tt)*) => {
        $callback! {
            $($more)*
            /// What the game is called; a label only.
            Name: field name: String = String::new(), required;
            /// Fewest players.
            MinPlayers: part min_players: u8 = 2 => |rules| rules.players.min;
            /// Most players.
            MaxPlayers: part max_players: u8 = 8, required => |rules| rules.players.max;
            /// Cards in the deck: 20, 24, 28 or 32 of the highest ranks, or all 52 (rules 1.1).
            Deck: field deck: Deck = Deck::WHOLE;
            /// Cards of each round, d face down and u face up (rules 3).
            Deal: part deal: Vec<(u8, u8)> = vec![(1, 1), (0, 1), (0, 1), (0, 1)], required
                => |rules| rules.streets.iter().map(|street| (street.down, street.up)).collect();
            /// Bet of each round: ``"small"`` or ``"big"``.
            Bets: part bets: Vec<BetSize> = vec![BetSize::Small, BetSize::Small, BetSize::Big, BetSize::Big], required
                => |rules| rules.streets.iter().map(|street| street.bet).collect();
            /// Order of hands: ``"soko"``, ``"standard"`` or ``"wild"`` (rules 2).
            Ranking: part ranking: Ranking = Ranking::Standard, required => |rules| rules.ranking;
            /// A-2-3-4 is a four-straight (rules 2.4).
            AceLowFourStraight: part ace_low_four_straight: bool = true => |rules| rules.ace_low_four_straight();
            /// Order of showing hands: ``"soko"`` or ``"standard"`` (rules 2.11).
            ShowingRanking: part showing_ranking: ShowingRanking = ShowingRanking::Standard, required
                => |rules| rules.showing;
            /// Whose face-up card brings in: ``"highest"``, ``"lowest"`` or ``"none"`` (rules 5.2).
            BringInCard: part bring_in_card: BringInCard = BringInCard::Lowest, required => |rules| rules.bring_in.card;
            /// How the ace counts among bring-in cards: ``"high"`` or ``"low"`` (rules 5.2).
            BringInAce: field bring_in_ace: BringInAce = BringInAce::High;
            /// What decides between equal bring-in cards: ``"suit"`` or ``"position"``.
            BringInTie: part bring_in_tie: Tie = Tie::Suit => |rules| rules.bring_in.tie;
            /// Which showing hand acts first on later rounds: ``"best"`` or ``"lowest"`` (rules 3).
            Opener: field opener: Opener = Opener::Best, required;
            /// What decides between equal showing hands: ``"position"`` or ``"suit"`` (rules 6.8).
            ShowingTie: field showing_tie: Tie = Tie::Position;
            /// Betting structure: ``"fixed"``, ``"pot"``, ``"no"`` or ``"spread"`` (rules 6).
            Limit: field limit: Limit = Limit::Fixed, required;
            /// What everyone puts in before the deal (rules 5.1).
            Ante: field ante: u64 = 1, required;
            /// Forced bet of the first round (0 when nobody brings in; rules 5.2).
            BringIn: part bring_in: u64 = 2, required => |rules| rules.bring_in.amount;
            /// A bring-in that everyone just calls may be raised by its player (rules 5.5).
            BringInOption: field bring_in_option: bool = false;
            /// Bet of the early rounds, or the least bet (which it is in all structures but fixed limit).
            SmallBet: field small_bet: u64 = 4, required;
            /// Bet of the later rounds, or the least bet (which it is in all structures but fixed limit).
            BigBet: field big_bet: u64 = 8, required;
            /// Most of a bet in spread limit, doubled on later rounds (``None`` in the other structures).
            MaxBet: field max_bet: Option<u64> = None;
            /// Smallest chip: every amount is a multiple of it (rules 4.4).
            MinChip: field min_chip: u64 = 1;
            /// Most wagers a round in fixed and spread limit (rules 6.1).
            Cap: field cap: u8 = 4;
            /// The cap holds with two players too (rules 6.1).
            CapHeadsUp: field cap_heads_up: bool = true;
            /// What a pair of two face-up cards does to the bets: ``"none"``, ``"double"`` or ``"option"`` (rules 3).
            OpenPair: field open_pair: OpenPair = OpenPair::None;
            /// Folding is allowed when checking is free (rules 6.6).
            OpenFold: field open_fold: bool = false;
            /// A card is burnt before each later round (rules 4.2).
            Burn: field burn: bool = false;
            /// Which hands are shown at the end: ``"winners"`` or ``"all"`` (rules 7.3).
            Reveal: field reveal: Reveal = Reveal::Winners;
            /// Who gets the odd chips of a split pot: ``"position"``, ``"nearest"`` or ``"suit"`` (rules 7.4).
            OddChip: field odd_chip: OddChip = OddChip::Position;
            /// How ranks become wild: ``"none"`` or ``"follow_the_queen"`` (rules 8).
            Wild: part wild: WildRule = WildRule::None => |rules| rules.wild;
            /// A queen that ends a round is followed on the next (rules 8.2).
            CarryOver: part carry_over: bool = false
                => |rules| matches!(rules.wild, WildRule::FollowTheQueen { carry_over: true, .. });
            /// Queens are wild themselves (rules 8.3).
            QueensWild: part queens_wild: bool = false
                => |rules| matches!(rules.wild, WildRule::FollowTheQueen { queens_wild: true, .. });
            /// Half of each pot goes to the lowest spade face down (rules 9).
            LowChicago: field low_chicago: bool = false;
            /// How the ace of spades counts in Low Chicago: ``"low"`` or ``"high"`` (rules 9.1).
            Ace: field ace: AceInLow = AceInLow::Low;
        }
    };
}
