import type { TestJobInput } from '@errand/contract/job-test'
import { createJobSchema } from '@errand/contract/jobs'

import { emptyJob, toJobInput, type JobFormValues } from '../job-draft/job-values.ts'
import { readyFields } from '../job-draft/ready-fields.ts'

/** A job as far as it can be talked to: what is half written is left out of the test, not refused. */
export interface TestableJob {
  job: TestJobInput['job']
  /** How many fields are not ready. */
  leftOut: number
}

export function testableJob(values: JobFormValues): TestableJob {
  const input = toJobInput(values)
  const fields = input.fields ?? []
  const ready = readyFields(fields)
  const job = { ...input, fields: ready }
  const isWhole = createJobSchema.safeParse({ ...job, name: 'any' }).success
  const { behaviour, trigger, handoff, guardrails } = emptyJob
  return {
    job: isWhole
      ? job
      : { ...job, behaviour, trigger: { type: trigger.type }, handoff, guardrails },
    leftOut: fields.length - ready.length,
  }
}
