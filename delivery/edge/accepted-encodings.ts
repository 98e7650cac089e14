import { LRUCache } from 'lru-cache'

import type { Encodings } from '../releases/encodings.ts'

type Encoding = keyof Encodings

const known = new LRUCache<string, Encoding[]>({ max: 100, memoMethod: read })

/** The encodings that an `accept-encoding` header takes, the smaller one first. */
export function acceptedEncodings(header = ''): Encoding[] {
  // There are few kinds of browsers, and each always sends the same.
  return known.memo(header)
}

function read(header: string): Encoding[] {
  const parts = header.split(',').map((part) => part.trim())
  // Browsers list gzip first and mean nothing by it.
  return (['br', 'gzip'] as const).filter((name) => parts.some((part) => isTaken(part, name)))
}

/** `br`, or `br;q=0.5`, but not `br;q=0`. */
function isTaken(part: string, name: string): boolean {
  const [encoding, ...parameters] = part.split(';').map((word) => word.trim())
  return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}
