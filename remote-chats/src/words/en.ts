import { bookingWords } from './en-bookings.ts'
import { detailsWords } from './en-details.ts'
import { listWords } from './en-list.ts'
import { threadWords } from './en-thread.ts'

/** What the inbox says; the other languages say the same under the same names. */
export const en = {
  ...listWords,
  ...threadWords,
  ...detailsWords,
  ...bookingWords,
} as const

export type WordKey = keyof typeof en
