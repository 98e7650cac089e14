import type { OwnerEvent } from '@errand/contract/events'

/** Knows which event has to be next: of the owner's account, and of each chat. */
export interface EventOrder {
  /** The last event that was heard of; nothing before the first. */
  lastId: () => number | undefined
  /** Begins at this event, as the server says. */
  startAt: (id: number) => void
  /** Whether the event is new, and whether others before it never came. */
  place: (event: OwnerEvent) => { isNew: boolean; isAfterGap: boolean }
}

export function createEventOrder(): EventOrder {
  let last: number | undefined
  const lastOfSession = new Map<string, number>()

  return {
    lastId: () => last,
    startAt(id) {
      last = id
      lastOfSession.clear()
    },
    place({ id, sessionId, sessionSeq }) {
      const isNew = last === undefined || id > last
      if (!isNew) return { isNew, isAfterGap: false }
      const isIdMissing = last !== undefined && id > last + 1
      last = id
      if (sessionId === undefined || sessionSeq === undefined) {
        return { isNew, isAfterGap: isIdMissing }
      }
      const before = lastOfSession.get(sessionId)
      lastOfSession.set(sessionId, sessionSeq)
      const isSeqMissing = before !== undefined && sessionSeq > before + 1
      return { isNew, isAfterGap: isIdMissing || isSeqMissing }
    },
  }
}
