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

/** A job's way from its present state to the next. */
interface JobTransition {
  actions: readonly JobAction[]
  /** The content that the owner wants the job to have. */
  draft: Draft
  /** The published version that new chats start with. */
  live: VersionRow | undefined
  /** The job's version number (its ETag) after the transition. */
  version: number
  note?: string | undefined
  isDefaultReplaced?: boolean | undefined
}

/** A transaction, and the queue for work that follows it. */
export interface Stores {
  queries: Queries
  queue: Queue
}

/** Moves a job on and notifies the owner's pages; the caller has locked the owner's jobs. */
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
  // Content that is live already gets no second version.
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
  // Also without new content: texts that could not be translated before are tried again.
  if (publishes) await queue.add(queries, 'job.translate', { jobId: row.id }, { group: row.id })
  if (pausedDefault !== undefined) await publishJobUpdate(queries, pausedDefault)
  await publishJobUpdate(queries, updated)
  return updated
}

/** Whether the draft has content that is not published yet. */
export function differsFromLive(draft: Draft, live: VersionRow | undefined): boolean {
  if (live === undefined) return true
  const { status: _status, ...published } = live.snapshot
  return !isDeepStrictEqual(draft, published)
}

const refusals: Record<Refusal, () => Problem> = {
  deleted: () => new Problem('conflict', { detail: 'The job is deleted. Restore it first.' }),
  never_published: () =>
    new Problem('conflict', { detail: 'The job is not published yet. Publish it first.' }),
  not_a_draft_again: () => {
    const detail = 'A published job can be paused, but cannot be a draft again.'
    return new Problem('validation_failed', {
      errors: [{ pointer: '#/status', code: 'not_allowed', detail }],
    })
  },
}

/** Returns the result of a step, or throws the problem that says why it was refused. */
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
 * An owner has at most one active default job. The present one is paused and returned if the request
 * wants it replaced; otherwise the request is refused, and the problem names it.
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

/** Publishes the event by which open pages learn that a job has changed. */
export async function publishJobUpdate(queries: Queries, job: Row): Promise<void> {
  const { id, ownerId, status, version } = job
  await publishEvent(queries, {
    ownerId,
    type: 'job.updated',
    data: { jobId: id, status, version },
  })
}
