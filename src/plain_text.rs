//! Text that is shown to people: no character in it moves the cursor, names a window or turns the line around.

/// Whether a character shows as itself: no control character, line separator or mark of writing direction.
#[must_use]
pub fn is_plain(character: char) -> bool {
    !character.is_control()
        && !matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text with escapes such as `\u{1b}` for the characters that are not plain, but for line feeds.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_plain(character) || character == '\n' {
            shown.push(character);
        } else {
            shown.extend(character.escape_default());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_a_terminal_obeys() {
        assert_eq!(escaped("A\u{1b}]0;x\u{7}"), "A\\u{1b}]0;x\\u{7}");
        assert_eq!(escaped("a\u{202E}b\u{2066}c"), "a\\u{202e}b\\u{2066}c");
        assert_eq!(escaped("Q♠ – Жук\nnext"), "Q♠ – Жук\nnext");
    }
}
