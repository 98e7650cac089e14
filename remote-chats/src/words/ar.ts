import type { en } from './en.ts'
import { arDetails } from './ar-details.ts'
import { arList } from './ar-list.ts'
import { arThread } from './ar-thread.ts'

/** The inbox in Arabic. */
export const ar: Record<keyof typeof en, string> = {
  ...arList,
  ...arThread,
  ...arDetails,
}
