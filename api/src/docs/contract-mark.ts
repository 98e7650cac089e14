import { createHash } from 'node:crypto'

import { apiContract } from '@errand/contract/api-contract'

/** What the committed document says of the contract: its day, and a print of the calls as they were then. */
export interface ContractMark {
  day: string
  calls: string
}

/** The committed document, as far as it says something of the contract. */
export interface MarkedDocument {
  info: { 'x-contract'?: ContractMark }
}

/** The mark of a document; words for readers are no part of the contract. */
export function markOf({ paths, components }: { paths?: unknown; components?: unknown }) {
  const words = new Set(['description', 'summary'])
  const said = JSON.stringify({ paths, components }, (key, value: unknown) =>
    words.has(key) && typeof value === 'string' ? undefined : value,
  )
  const calls = createHash('sha256').update(said).digest('hex').slice(0, 16)
  return { day: apiContract, calls } satisfies ContractMark
}

/**
 * Whether calls were changed on a later day than the contract tells: pages that rely on the change
 * would be given to visitors of an api without it. Two changes of one day are not told apart.
 */
export function isDayForgotten(
  known: ContractMark | undefined,
  next: ContractMark,
  today: string,
): boolean {
  if (known === undefined || known.calls === next.calls) return false
  return next.day < today || next.day < known.day
}
