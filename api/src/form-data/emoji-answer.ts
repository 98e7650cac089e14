const yes = new Set(['👍', '👌', '✅', '✔', '☑', '🆗', '💯', '🙏', '❤', '🫶', '🙆'])
const no = new Set(['👎', '❌', '✖', '❎', '🚫', '⛔', '🙅'])

/** Skin tones, the choice between text and picture, and the sex of a person change no meaning. */
const shades = /\p{Emoji_Modifier}|\p{Variation_Selector}|\p{Join_Control}[♀♂]/gu

/** What a text of nothing but pictures answers: a yes, a no, or nothing; both of them are neither. */
export function readEmojiAnswer(text: string): boolean | undefined {
  const signs = Array.from(text.replaceAll(shades, '').replaceAll(/[\s.!]/g, ''))
  if (signs.length === 0) return undefined
  if (signs.every((sign) => yes.has(sign))) return true
  return signs.every((sign) => no.has(sign)) ? false : undefined
}
