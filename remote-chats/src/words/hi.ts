import type { en } from './en.ts'
import { hiDashboard } from './hi-dashboard.ts'
import { hiDetails } from './hi-details.ts'
import { hiFeedback } from './hi-feedback.ts'
import { hiForms } from './hi-forms.ts'
import { hiList } from './hi-list.ts'
import { hiThread } from './hi-thread.ts'

/** The inbox in Hindi. */
export const hi: Record<keyof typeof en, string> = {
  ...hiList,
  ...hiThread,
  ...hiDetails,
  ...hiForms,
  ...hiDashboard,
  ...hiFeedback,
}
