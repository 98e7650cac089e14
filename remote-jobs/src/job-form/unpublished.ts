import type { Problem } from '@errand/contract/problem'
import { isApiError } from '@errand/shared-auth'

import { rivalOf } from '../jobs/default-rival.ts'

/** A new job that is there, but could not be published; its own page goes on. */
export interface Unpublished {
  /** The job that stands against it, which the dialog to publish asks about. */
  rival?: string | undefined
  /** What of it was refused. */
  errors?: Problem['errors']
}

/** Why it could not, as the page of the job is told. */
export const unpublished = (error: unknown): Unpublished => ({
  rival: rivalOf(error)?.name,
  errors: isApiError(error) ? error.problem?.errors : undefined,
})
