import { isDeepStrictEqual } from 'node:util'

import type { JobAction } from '@errand/contract/jobs'

import type { Queries } from '../../platform/database/database.ts'
import type { jobs } from '../../platform/database/schema.ts'
import { publishEvent } from '../../platform/events/events.repo.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { type Refusal, applyActions } from './job-lifecycle.ts'
import { lintJob } from './job-lint.ts'
import { derivedColumns, type Draft } from './job-row.ts'
import { insertVersion, type VersionRow } from './job-versions.ts'
import * as repo from './jobs.repo.ts'

/** What shall be done with a job. */
interface JobTransition {
  actions: readonly JobAction[]
  /** What the owner wants it to be. */
  draft: Draft
  /** What chats begin with now. */
  live: VersionRow | undefined
  /** The number that the job's state has afterwards. */
  version: number
  note?: string | undefined
  isDefaultReplaced?: boolean | undefined
}

/** A transaction, and the queue of what is done after it. */
export interface Stores {
  queries: Queries
  queue: Queue
}

/** Does it and tells of it; whoever calls has locked the owner's jobs. */
export async function transitionJob(
  { queries, queue }: Stores,
  row: repo.JobRow,
  order: JobTransition,
): Promise<repo.JobRow> {
  const { draft } = order
  const at = new Date()
  const state = { status: row.status, isPublished: order.live !== undefined }
  const { status, publishes } = orThrow(applyActions(state, order.actions))
  if (publishes) refuseUnpublishable(draft)
  const becomesDefault = status === 'active' && draft.trigger.type === 'default'
  const pausedDefault = becomesDefault
    ? await replaceDefaultJob(queries, row, order.isDefaultReplaced === true)
    : undefined
  const { live, note = '' } = order
  // Publishing what is live already makes no second version of it.
  const isNew = publishes && differsFromLive(draft, live)
  const liveAfter = isNew ? await insertVersion(queries, row, { draft, note, at }) : live
  const changes = {
    ...draft,
    ...derivedColumns(draft),
    status,
    version: order.version,
    liveVersionId: liveAfter?.id ?? null,
    hasUnpublishedChanges: differsFromLive(draft, liveAfter),
    updatedAt: at,
    archivedAt: status === 'archived' ? (row.archivedAt ?? at) : null,
  }
  const updated = await repo.updateJob(queries, row.id, {
    changes,
    live: liveAfter?.snapshot.fields,
  })
  // Also where nothing is new: what could not be translated before is tried again.
  if (publishes) await queue.add(queries, 'job.translate', { jobId: row.id }, { group: row.id })
  if (pausedDefault !== undefined) await publishJobUpdate(queries, pausedDefault)
  await publishJobUpdate(queries, updated)
  return updated
}

/** Whether there is something that chats do not get yet. */
export function differsFromLive(draft: Draft, live: VersionRow | undefined): boolean {
  if (live === undefined) return true
  const { status: _status, ...published } = live.snapshot
  return !isDeepStrictEqual(draft, published)
}

const refusals: Record<Refusal, () => Problem> = {
  deleted: () => new Problem('conflict', { detail: 'The job is deleted. Restore it first.' }),
  never_published: () =>
    new Problem('conflict', { detail: 'The job was never published. Publish it first.' }),
  not_a_draft_again: () => {
    const detail = 'A published job can be paused, it is no draft any more.'
    return new Problem('validation_failed', {
      errors: [{ pointer: '#/status', code: 'not_allowed', detail }],
    })
  },
}

/** What may be done, or the problem that says why it may not. */
export function orThrow<T extends object>(
  answer: T | { refusal: Refusal },
): Exclude<T, { refusal: Refusal }> {
  if ('refusal' in answer) throw refusals[answer.refusal]()
  return answer as Exclude<T, { refusal: Refusal }>
}

function refuseUnpublishable(draft: Draft): void {
  const errors = lintJob(draft)
  if (errors.length === 0) return
  const detail = 'The job cannot answer chats like this.'
  throw new Problem('validation_failed', { detail, errors })
}

/**
 * Makes room for the job that shall answer everybody: there is one of an owner at most. The present
 * one is paused and returned if that is wanted; else whoever asks is told which one it is.
 */
async function replaceDefaultJob(
  queries: Queries,
  { id, ownerId }: { id: string; ownerId: string },
  isReplaced: boolean,
): Promise<repo.PlainJobRow | undefined> {
  const present = await repo.findDefaultJob(queries, ownerId)
  if (present === undefined || present.id === id) return undefined
  if (isReplaced) return repo.pauseJob(queries, present.id, new Date())
  throw new Problem('conflict', {
    detail: `“${present.name}” answers every new chat already, and only one job can.`,
    meta: { activeDefault: present },
  })
}

type Row = Pick<typeof jobs.$inferSelect, 'id' | 'ownerId' | 'status' | 'version'>

/** Tells the owner's pages that a job is another one now. */
export async function publishJobUpdate(queries: Queries, job: Row): Promise<void> {
  const { id, ownerId, status, version } = job
  await publishEvent(queries, {
    ownerId,
    type: 'job.updated',
    data: { jobId: id, status, version },
  })
}
