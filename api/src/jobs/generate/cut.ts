/** The beginning of a text, never within a character: no database keeps half of one. */
export const cut = (text: string, length: number): string =>
  text
    .trim()
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
