import { findCredentials, findKeys } from '@errand/contract/credentials'
import { withoutIgnorable } from '@errand/contract/visible-text'

/** So many characters in a row are a piece of a credential. */
const pieceLength = 12

/** Letters and digits alone: neither spaces nor signs between them hide anything. */
const compact = (text: string): string =>
  withoutIgnorable(text.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Pieces of letters alone are words of everybody's. */
const isOdd = (piece: string): boolean => /\d/.test(piece) && /[a-z]/.test(piece)

const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - pieceLength + 1) }, (_, at) =>
    text.slice(at, at + pieceLength),
  ).filter(isOdd)

interface Texts {
  /** The owner's texts for the assistant alone. */
  readInstructions: () => string
  /** Those that contacts may read. */
  readQuotable: () => string
  /** The answers of the chat. */
  answers: string
}

/**
 * Finds in a text the keys of any service, and pieces of what looks like a credential in the owner's
 * instructions, however they are spaced; answers of a contact may be repeated.
 */
export function createLeaksFinder({ readInstructions, readQuotable, answers }: Texts) {
  let secrets: ReadonlySet<string> | undefined
  const readSecrets = () => {
    const known = `${readQuotable()}\n${answers}`
    const found = findCredentials(readInstructions()).filter((secret) => !known.includes(secret))
    return new Set(found.flatMap((secret) => piecesOf(compact(secret))))
  }
  return (text: string): boolean => {
    const keys = findKeys(withoutIgnorable(text.normalize('NFKC')))
    if (keys.some((key) => !answers.includes(key))) return true
    secrets ??= readSecrets()
    return secrets.size > 0 && piecesOf(compact(text)).some((piece) => secrets?.has(piece))
  }
}
