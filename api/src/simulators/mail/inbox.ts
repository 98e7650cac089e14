import { EventEmitter } from 'node:events'

import PostalMime, { type Attachment, type Email } from 'postal-mime'

/** A letter as it was taken. */
export interface TakenLetter {
  id: string
  at: Date
  /** Whom the server was told of, which need not be what the letter says. */
  envelope: { from: string; to: string[] }
  raw: Uint8Array
  mail: Email
}

/** The letters of this process; they are gone when it ends. */
export interface Inbox {
  add: (envelope: TakenLetter['envelope'], raw: Uint8Array) => Promise<TakenLetter>
  /** Newest first. */
  list: () => TakenLetter[]
  find: (id: string) => TakenLetter | undefined
  clear: () => void
  /** Calls back at each change until what it returns is called. */
  watch: (listener: () => void) => () => void
}

/** More would only fill the memory. */
const kept = 200

export function createInbox(): Inbox {
  const letters: TakenLetter[] = []
  const changes = new EventEmitter().setMaxListeners(0)
  let count = 0
  return {
    async add(envelope, raw) {
      const mail = await PostalMime.parse(raw)
      count += 1
      const letter = { id: String(count), at: new Date(), envelope, raw, mail }
      letters.unshift(letter)
      letters.length = Math.min(letters.length, kept)
      changes.emit('change')
      return letter
    },
    list: () => [...letters],
    find: (id) => letters.find((letter) => letter.id === id),
    clear() {
      letters.length = 0
      changes.emit('change')
    },
    watch(listener) {
      changes.on('change', listener)
      return () => void changes.off('change', listener)
    },
  }
}

/** The bytes of an attachment, however the parser keeps them. */
export function bytesOf({ content }: Attachment): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
}
