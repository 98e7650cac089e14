import { testedJobSchema, type TestedJob, type TestJobInput } from '@errand/contract/job-test'
import { api } from '@errand/shared-auth'

/** One turn of a test chat with a job as it stands in the form; nothing is kept, sent or billed. */
export function testJob(
  id: string | undefined,
  input: TestJobInput,
  signal: AbortSignal,
): Promise<TestedJob> {
  const path = id === undefined ? 'jobs/test' : `jobs/${id}/test`
  return api.post(path, { json: input, signal }).json(testedJobSchema)
}
