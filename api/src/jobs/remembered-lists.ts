import { LRUCache } from 'lru-cache'

const mostBytes = 32 * 1024 * 1024
/** What no event tells of: days go by, and what is past its time is deleted. */
const keptMs = 30_000

/** An answer, and up to which event of the owner it tells everything. */
interface Remembered {
  eventSeq: number
  text: string
}

/**
 * Lists of jobs as they were answered. Whatever changes a job or its figures counts the owner's
 * events up in the same transaction, and the owner's row is read with every request: as long as the
 * count is the same, so is the list, whichever process changed what.
 */
export class RememberedLists {
  readonly #lists = new LRUCache<string, Remembered>({
    maxSize: mostBytes,
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length) + 1,
    ttl: keptMs,
  })

  /** The list as it was answered to this question, or as it is made now. */
  async read(
    { ownerId, eventSeq, question }: { ownerId: string; eventSeq: number; question: string },
    make: () => Promise<object>,
  ): Promise<string> {
    const key = `${ownerId} ${question}`
    const known = this.#lists.get(key)
    if (known?.eventSeq === eventSeq) return known.text
    const text = JSON.stringify(await make())
    this.#lists.set(key, { eventSeq, text })
    return text
  }
}
