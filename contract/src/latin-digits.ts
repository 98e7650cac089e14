/** A text with the digits of every script as 0 to 9; nothing changes its place but for those of mathematics. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)))

/** In Unicode digits stand in runs from zero to nine, one behind the other. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}
