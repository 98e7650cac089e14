/** Digits of Devanagari, Arabic, Persian and full width; nothing changes its place. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(
    /[\u0966-\u096F\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g,
    (digit) => latin.get(digit) ?? digit,
  )

const latin = new Map(
  [0x0966, 0x0660, 0x06f0, 0xff10].flatMap((zero) =>
    Array.from({ length: 10 }, (_, value) => [String.fromCharCode(zero + value), String(value)]),
  ),
)
