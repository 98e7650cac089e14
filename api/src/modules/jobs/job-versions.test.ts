import type { JobVersion } from '@errand/contract/jobs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../platform/database/new-id.ts'
import { jobVersions } from '../../platform/database/schema.ts'

const api = useTestApi()

const salon = { name: 'Salon', instructions: 'Answer questions.', answerOnly: true }

/** As if these had been published as well. */
async function addVersions(jobId: string, first: number, last: number) {
  const { queries } = api.database
  const [version] = await queries.select().from(jobVersions).where(eq(jobVersions.jobId, jobId))
  if (version === undefined) throw new Error('The job has no version')
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const rows = numbers.map((number) => ({ ...version, id: newId('jobVersion'), number }))
  await queries.insert(jobVersions).values(rows)
}

test('a hundred versions of a job are kept, and those that chats began with', async () => {
  const owner = await api.newOwner()
  const made = await owner.call('POST', '/api/jobs', { body: salon })
  const path = `/api/jobs/${made.body.job.id}`
  const publish = (greeting: string) =>
    owner.call('PUT', path, { body: { greeting, action: 'publish' } })
  await publish('Hello 1')
  expect((await publish('Hello 2')).status).toBe(200)
  await receive(owner, { text: 'Hello' })

  await addVersions(made.body.job.id, 3, 103)

  expect((await publish('Hello 104')).status).toBe(200)

  const { versions } = (await owner.call('GET', path)).body as { versions: JobVersion[] }
  const numbers = versions.map(({ number }) => number)
  expect(numbers.slice(0, 2)).toEqual([104, 103])
  expect(numbers.slice(-2)).toEqual([5, 2])
  expect(numbers).toHaveLength(101)
})
