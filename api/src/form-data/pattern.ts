import { RE2JS } from 're2js'

/** A pattern of the owner's, ready to be used. */
export interface Pattern {
  /** Whether it matches anywhere in the text, as with JavaScript's `test`. */
  matches: (text: string) => boolean
}

/** A match costs the one times the other at most: some hundredths of a second. */
const maxTextLength = 1000
const maxProgramSize = 1000
/** How many patterns are kept compiled. */
const maxPatterns = 200

/** Compiled once, forgotten in the order of their coming. */
const known = new Map<string, Pattern | undefined>()

/**
 * Owners write patterns and strangers the texts, so the engine is RE2: its time grows with the text
 * and the pattern, where JavaScript's own may need years for forty letters. Nothing when the text is
 * no pattern, or one that is too large; a text that is too long never matches.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (!known.has(source)) {
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= maxPatterns) known.delete(oldest)
    known.set(source, compile(source))
  }
  return known.get(source)
}

function compile(source: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(source)
    if (compiled.programSize() > maxProgramSize) return undefined
    return { matches: (text) => text.length <= maxTextLength && compiled.test(text) }
  } catch {
    return undefined
  }
}
