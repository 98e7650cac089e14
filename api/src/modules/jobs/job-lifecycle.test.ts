import { jobActions, jobStatuses, type JobAction, type JobStatus } from '@errand/contract/jobs'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { actionsFor, applyAction, applyActions, type JobLifecycleState } from './job-lifecycle.ts'

/** Every state and every action: `!` publishes, `-` is refused. */
const table: Record<string, Record<JobAction, string>> = {
  'draft, new': row('draft', 'active!', '-', '-', 'archived', 'draft', '-'),
  'draft, published': row('draft', 'active!', '-', '-', 'archived', 'draft', '-'),
  'active, new': row('active', 'active!', 'paused', 'active', 'archived', 'active', '-'),
  'active, published': row('active', 'active!', 'paused', 'active', 'archived', 'active', 'active'),
  'paused, new': row('paused', 'active!', 'paused', 'active!', 'archived', 'paused', '-'),
  'paused, published': row('paused', 'active!', 'paused', 'active', 'archived', 'paused', 'paused'),
  'archived, new': row('-', '-', '-', '-', 'archived', 'paused', '-'),
  'archived, published': row('-', '-', '-', '-', 'archived', 'paused', '-'),
}

function row(...results: string[]): Record<JobAction, string> {
  return Object.fromEntries(jobActions.map((action, i) => [action, results[i]])) as never
}

const cases = jobStatuses.flatMap((status) =>
  [false, true].flatMap((isPublished) =>
    jobActions.map((action) => ({ status, isPublished, action })),
  ),
)

test.each(cases)('$status, published $isPublished: $action', ({ action, ...state }) => {
  const step = applyAction(state, action)

  const written = 'refusal' in step ? '-' : `${step.status}${step.publishes ? '!' : ''}`
  const name = `${state.status}, ${state.isPublished ? 'published' : 'new'}`
  expect(written).toBe(table[name]?.[action])
})

const state = fc.record<JobLifecycleState>({
  status: fc.constantFrom(...jobStatuses),
  isPublished: fc.boolean(),
})

test('the wanted status is reached or refused', () => {
  const wanted = fc.constantFrom<JobStatus>('draft', 'active', 'paused')
  fc.assert(
    fc.property(state, wanted, fc.boolean(), (start, want, isOther) => {
      const { status, isPublished } = start
      const hasChanges = isOther || !isPublished
      const result = actionsFor({ status, hasChanges }, want)
      const end = Array.isArray(result) ? applyActions(start, result) : result
      const isRefused = status === 'archived' || (want === 'draft' && status !== 'draft')
      const goesLive = want === 'active' && (hasChanges || status === 'draft')
      const publishes = goesLive || (want === 'paused' && status === 'draft')
      const wish = { status: want, publishes }
      expect('refusal' in end ? undefined : end).toEqual(isRefused ? undefined : wish)
    }),
  )
})
