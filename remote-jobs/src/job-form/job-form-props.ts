import type { Job, JobVersion } from '@errand/contract/jobs'

import type { JobFormValues } from '../job-draft/job-values.ts'
import type { StartedChat } from '../phone/use-test-chat.ts'
import type { PublishFailure } from './use-save-job.ts'

export interface JobFormProps {
  /** The job to edit; undefined for a new one. */
  job?: Job
  versions?: readonly JobVersion[]
  /** The initial values of a new job. */
  initial?: JobFormValues | undefined
  /** The sentence that a new job is generated from. */
  prompt?: string | undefined
  /** Why publishing failed just before this page opened. */
  publishFailure?: PublishFailure | null
  /** The test chat that was started before the job was saved. */
  chat?: StartedChat | undefined
  onSaved?: (job: Job, state: NewJobState) => void
}

/** What the page of a new job passes to the page of the job that it made. */
export interface NewJobState extends PublishFailure {
  chat: StartedChat
}
