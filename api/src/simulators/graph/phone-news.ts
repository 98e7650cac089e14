import type { PhoneMessage } from './world.ts'

/** Something that a phone shows as soon as it happens. */
type PhoneEvent = { phoneNumberId: string; waId: string } & (
  | { type: 'message'; message: PhoneMessage }
  | { type: 'typing'; until: string }
)

/** Where phones listen. */
export interface PhoneNews {
  publish: (event: PhoneEvent) => void
  /** Answers how to stop listening. */
  listen: (hear: (event: PhoneEvent) => void) => () => void
}

export function createPhoneNews(): PhoneNews {
  const listeners = new Set<(event: PhoneEvent) => void>()
  return {
    publish: (event) => {
      for (const hear of listeners) hear(event)
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}
