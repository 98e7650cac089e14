import type { en } from './en.ts'
import { hiDetails } from './hi-details.ts'
import { hiList } from './hi-list.ts'
import { hiThread } from './hi-thread.ts'

/** The inbox in Hindi. */
export const hi: Record<keyof typeof en, string> = {
  ...hiList,
  ...hiThread,
  ...hiDetails,
}
