import { dashboardWords } from './en-dashboard.ts'
import { detailsWords } from './en-details.ts'
import { feedbackWords } from './en-feedback.ts'
import { formWords } from './en-forms.ts'
import { listWords } from './en-list.ts'
import { threadWords } from './en-thread.ts'

/** What the inbox says; the other languages say the same under the same names. */
export const en = {
  ...listWords,
  ...threadWords,
  ...detailsWords,
  ...formWords,
  ...dashboardWords,
  ...feedbackWords,
} as const

export type WordKey = keyof typeof en
