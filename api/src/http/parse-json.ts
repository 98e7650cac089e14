/** Beyond these it matters to nobody where in a document it is too deep or too large. */
const maxDepth = 100
const maxValues = 100_000

/** A document that takes longer to parse than its bytes let one expect. */
export class TooNested extends Error {
  override readonly name = 'TooNested'
  readonly reason: 'too_deep' | 'too_many_values'

  constructor(reason: TooNested['reason']) {
    super(reason)
    this.reason = reason
  }
}

const [quote, backslash, comma] = [34, 92, 44]
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/**
 * Parses the bytes of a JSON document. How deep it is nested and how many values it has is counted
 * first: a megabyte of brackets takes a hundred times as long to parse as a megabyte of text.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let depth = 0
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) {
      at = endOfText(bytes, at)
      continue
    }
    // Few bytes are signs: the sets are asked only for those that could be one.
    if (byte < comma || byte > 125) continue
    if (byte === comma) count += 1
    else if (opening.has(byte)) {
      depth += 1
      count += 1
    } else if (closing.has(byte)) depth -= 1
    if (depth > maxDepth) throw new TooNested('too_deep')
    if (count > maxValues) throw new TooNested('too_many_values')
  }
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

/** The place of the quote that ends a text. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}
