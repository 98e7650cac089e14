import table from './hints.json' with { type: 'json' }

interface Hint {
  language: string
  /** Frequent words that few other languages have. */
  typical: ReadonlySet<string>
  /** Other words of shops and chats that none of the other languages has. */
  own: ReadonlySet<string>
}

const hints: Hint[] = Object.entries(table).map(([language, { typical, own }]) => ({
  language,
  typical: new Set(typical.split(' ')),
  own: new Set(own.split(' ')),
}))

/** How many of these words are typical of each language in Latin letters, most first. */
export const countHints = (words: readonly string[]): { language: string; count: number }[] =>
  hints
    .map(({ language, typical, own }) => ({
      language,
      count: words.reduce(
        (sum, word) => sum + (typical.has(word) ? 1 : own.has(word) ? 0.75 : 0),
        0,
      ),
    }))
    .toSorted((one, other) => other.count - one.count)
