import type { en } from './en.ts'
import { arDashboard } from './ar-dashboard.ts'
import { arDetails } from './ar-details.ts'
import { arFeedback } from './ar-feedback.ts'
import { arForms } from './ar-forms.ts'
import { arList } from './ar-list.ts'
import { arThread } from './ar-thread.ts'

/** The inbox in Arabic. */
export const ar: Record<keyof typeof en, string> = {
  ...arList,
  ...arThread,
  ...arDetails,
  ...arForms,
  ...arDashboard,
  ...arFeedback,
}
