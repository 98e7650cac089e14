/** A piece of a text; one with `href` is an address. */
interface Piece {
  at: number
  value: string
  href?: string
}

const address = /https?:\/\/[^\s<>"']+/giu
/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?)\]]+$/u

/** Cuts a text where web addresses begin and end. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const value = match[0].replace(trailing, '')
    if (!URL.canParse(value)) continue
    if (match.index > end) pieces.push({ at: end, value: text.slice(end, match.index) })
    pieces.push({ at: match.index, value, href: value })
    end = match.index + value.length
  }
  if (end < text.length) pieces.push({ at: end, value: text.slice(end) })
  return pieces
}
