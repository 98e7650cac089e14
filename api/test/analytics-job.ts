import { jobAnalyticsSchema, type JobAnalytics } from '@errand/contract/job-analytics'
import { expect } from 'vitest'

import { newId } from '../src/platform/database/new-id.ts'
import type { Owner } from './test-api.ts'

const fields = ['a', 'b', 'c'].map((key, order) => ({
  key,
  label: key.toUpperCase(),
  order,
  type: 'text',
  required: true,
}))

export type AnalysedJob = Awaited<ReturnType<typeof newJob>>

/** A job that no text begins, with three fields. */
export async function newJob(owner: Owner, more: object = {}) {
  const trigger = { type: 'keyword', keywords: [newId('job')] }
  const body = { name: 'Salon', instructions: 'Ask.', fields, trigger, status: 'active', ...more }
  const created = await owner.call('POST', '/api/jobs', { body })
  expect(created.status).toBe(201)
  return { ...created.body.job, ownerId: owner.id } as {
    id: string
    formId: string
    ownerId: string
  }
}

/** The figures of a job, as the contract has them. */
export async function readFigures(owner: Owner, id: string, query = ''): Promise<JobAnalytics> {
  const { status, body } = await owner.call('GET', `/api/jobs/${id}/analytics${query}`)
  expect(status).toBe(200)
  expect(jobAnalyticsSchema.parse(body)).toEqual(body)
  return jobAnalyticsSchema.parse(body)
}
