import { useEffect } from 'react'

import type { ThreadRow } from './thread-rows.ts'

interface Jump {
  rows: readonly ThreadRow[]
  hitId: string | undefined
  scrollTo: (index: number, options: { align: 'center' }) => void
}

/** Goes to the message that was looked for, as soon as it is among the rows. */
export function useJump({ rows, hitId, scrollTo }: Jump): void {
  const index =
    hitId === undefined ? -1 : rows.findIndex((row) => 'message' in row && row.message.id === hitId)
  const isThere = index >= 0
  useEffect(() => {
    if (isThere) scrollTo(index, { align: 'center' })
    // Pages that come before it move its place, not the reader.
    // eslint-disable-next-line react/exhaustive-deps
  }, [hitId, isThere])
}
