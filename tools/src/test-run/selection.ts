import { parseArgs } from 'node:util'

import { reachOf, type Reach } from './reach.ts'

/** Which of the tests run. */
export interface Selection {
  /** Files whose path has one of these parts; with none, all. */
  parts: string[]
  /** What a change can reach, when only that is wanted. */
  reach?: Reach
  /** The long proofs instead of the ordinary tests. */
  isLong: boolean
  /** The folder for records of what the browser did in tests that failed. */
  traces?: string
}

/** Reads `[--changed] [--since <commit>] [part of a path …]`. */
export function readSelection(args: string[]): Selection {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { changed: { type: 'boolean', default: false }, since: { type: 'string' } },
  })
  const isChange = values.changed || values.since !== undefined
  return {
    parts: positionals,
    ...(isChange && { reach: reachOf(values.since) }),
    isLong: false,
  }
}

/** Whether some suite may find nothing to run. */
export const isPartial = ({ parts, reach }: Selection): boolean =>
  parts.length > 0 || reach !== undefined
