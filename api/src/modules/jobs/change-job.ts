import type { JobField } from '@errand/contract/job-field'
import type { Job, updateJobSchema } from '@errand/contract/jobs'
import { and, eq, exists, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Database, Queries } from '../../platform/database/database.ts'
import { chatSessions, formData } from '../../platform/database/schema.ts'
import type { Actor, Identity } from '../../platform/http/context.ts'
import { versionConflict, type Precondition } from '../../platform/http/etag.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { recordActivity } from '../account/activity/activity.repo.ts'
import { requireRecentSignIn } from '../account/require-owner.ts'
import { actionsFor } from './job-lifecycle.ts'
import {
  type Draft,
  draftOf,
  assignFieldIds,
  readFigures,
  requireJob,
  showJob,
  toJob,
  withoutUndefined,
} from './job-row.ts'
import { findLiveVersion, findVersion, type VersionRow } from './job-versions.ts'
import * as repo from './jobs.repo.ts'
import { findNewDestinations, recordNewDestinations } from './new-destinations.ts'
import { transitionJob, differsFromLive, orThrow } from './transition-job.ts'

type JobChange = z.output<typeof updateJobSchema>

interface Stores {
  database: Database
  queue: Queue
}

/** Closes some of the open chats of a job, as its owner would; returns false when there may be more. */
export type CloseJobChats = (queries: Queries, jobId: string, at: Date) => Promise<boolean>

/** A job of an owner, and the check of the request's `If-Match` against the job's version. */
interface JobTarget {
  ownerId: string
  actor: Actor
  id: string
  isWanted: Precondition
}

/** For how long the screen offers to undo a deletion; restoring stays possible afterwards. */
const undoMs = 10_000

/** Changes a job and carries out the requested action, both or neither. */
export function updateJob(
  { database, queue }: Stores,
  target: JobTarget & { identity: Identity },
  change: JobChange,
): Promise<{ job: Job; impact: Impact }> {
  return database.transaction(async (queries) => {
    const row = await lockJobToChange(queries, target)
    const { action, status, note, replaceDefault } = change
    if (action === 'archive' && row.archivedAt !== null) return keepArchived(queries, row, change)
    const { draft, live } = await readWantedDraft(queries, row, change)
    const destinations = await findNewDestinations(queries, target.ownerId, draft, draftOf(row))
    if (destinations.needsCode) requireRecentSignIn(target.identity)
    const hasChanges = differsFromLive(draft, live)
    const actions =
      action === undefined
        ? orThrow(actionsFor({ status: row.status, hasChanges }, status))
        : [action]
    if (action === 'archive') await refuseOpenChats(queries, row.id)
    const updated = await transitionJob({ queries, queue }, row, {
      actions,
      draft,
      live,
      version: row.version + 1,
      note,
      isDefaultReplaced: replaceDefault,
    })
    const activity = { ...target, detail: { name: updated.name } }
    await recordNewDestinations(queries, activity, destinations)
    const isDeleted = row.archivedAt === null && updated.archivedAt !== null
    if (isDeleted) await recordActivity(queries, { ...activity, kind: 'job_deleted' })
    return showImpact(queries, updated)
  })
}

/** A repeated deletion changes nothing; a request that also changes content is refused. */
async function keepArchived(
  queries: Queries,
  row: repo.JobRow,
  change: JobChange,
): Promise<{ job: Job; impact: Impact }> {
  if (Object.keys(contentOf(change)).length > 0) throw orThrow({ refusal: 'deleted' })
  return showImpact(queries, row)
}

/** Deletes a job. Safe to repeat: a job that is archived already keeps its `archivedAt`. */
export async function archiveJob(
  { database, queue, closeJobChats }: Stores & { closeJobChats: CloseJobChats },
  target: JobTarget,
  { closeOpen }: { closeOpen: boolean },
): Promise<{ archivedAt: Date; undoUntil: Date }> {
  const close = closeOpen ? closeJobChats : undefined
  if (close !== undefined) await closeInBatches(database, target, close)
  return database.transaction(async (queries) => {
    const row = await lockJobToChange(queries, target)
    const archivedAt =
      row.archivedAt ?? (await archive({ queries, queue }, row, { close, actor: target.actor }))
    return { archivedAt, undoUntil: new Date(archivedAt.getTime() + undoMs) }
  })
}

async function closeInBatches(
  database: Database,
  target: JobTarget,
  close: CloseJobChats,
): Promise<void> {
  let isDone: boolean
  do {
    isDone = await database.transaction(async (queries) => {
      const row = await lockJobToChange(queries, target)
      return row.archivedAt !== null || close(queries, row.id, new Date())
    })
  } while (!isDone)
}

async function archive(
  stores: Parameters<typeof transitionJob>[0],
  row: repo.JobRow,
  { close, actor }: { close: CloseJobChats | undefined; actor: Actor },
): Promise<Date> {
  const { queries } = stores
  // Close the chats that were started while the others were being closed.
  if (close !== undefined) await close(queries, row.id, new Date())
  await refuseOpenChats(queries, row.id)
  const { ownerId, name } = row
  await recordActivity(queries, { ownerId, kind: 'job_deleted', actor, detail: { name } })
  const { archivedAt, updatedAt } = await transitionJob(stores, row, {
    actions: ['archive'],
    draft: draftOf(row),
    live: await findLiveVersion(queries, row.id),
    version: row.version + 1,
  })
  return archivedAt ?? updatedAt
}

/** The draft that the owner wants, and the live version that stays if the draft is not published. */
async function readWantedDraft(
  queries: Queries,
  row: repo.JobRow,
  change: JobChange,
): Promise<{ draft: Draft; live: VersionRow | undefined }> {
  const { action, toVersion } = change
  const live = await findLiveVersion(queries, row.id)
  const current = draftOf(row)
  if (action === 'rollback' && live !== undefined) {
    const earlier = await readVersion(queries, row.id, toVersion)
    const { status: _ignored, ...published } = earlier.snapshot
    return { draft: { ...current, ...published }, live: earlier }
  }
  const draft = { ...current, ...contentOf(change) }
  const fields = assignFieldIds(draft.fields, current.fields)
  await refuseRenaming(queries, row.formId, { before: current.fields, after: fields })
  return { draft: { ...draft, fields }, live }
}

/** The members of a request that belong to the job's content. */
function contentOf(change: JobChange) {
  const { action: _, status: _status, toVersion: _to, note: _note, ...rest } = change
  const { replaceDefault: _replace, ...content } = rest
  return withoutUndefined(content)
}

async function readVersion(
  queries: Queries,
  jobId: string,
  number: number | undefined,
): Promise<VersionRow> {
  const refuse = (code: string, detail: string) =>
    new Problem('validation_failed', { errors: [{ pointer: '#/toVersion', code, detail }] })
  if (number === undefined) throw refuse('required', 'Choose the version to go back to.')
  const version = await findVersion(queries, jobId, number)
  if (version === undefined)
    throw refuse('unknown_version', 'The job has no version with this number.')
  return version
}

async function lockJobToChange(queries: Queries, target: JobTarget): Promise<repo.JobRow> {
  await repo.lockJobs(queries, target.ownerId)
  const row = requireJob(await repo.lockJob(queries, target.ownerId, target.id))
  if (target.isWanted(row.version)) return row
  throw versionConflict({ version: row.version, value: await showJob(queries, row) })
}

/**
 * Refuses a new key for a field that contacts have answered: their answers are stored under the old
 * key and would belong to no field. Removing a field, or adding one, is allowed.
 */
async function refuseRenaming(
  queries: Queries,
  formId: string,
  { before, after }: { before: JobField[]; after: JobField[] },
): Promise<void> {
  const keys = new Map(before.map(({ id, key }) => [id, key]))
  const errors = []
  for (const [index, { id, key }] of after.entries()) {
    const known = id === undefined ? undefined : keys.get(id)
    if (known === undefined || known === key || !(await isAnswered(queries, formId, known)))
      continue
    errors.push({
      pointer: `#/fields/${index}/key`,
      code: 'frozen',
      detail: `Chats already have answers for ${known}. Add another field instead.`,
      params: { key: known },
    })
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}

async function isAnswered(queries: Queries, formId: string, key: string): Promise<boolean> {
  const answers = queries
    .select({ id: formData.id })
    .from(formData)
    .where(and(eq(formData.formId, formId), sql`jsonb_exists(${formData.values}, ${key}::text)`))
  const [row] = await queries
    .select({ isThere: sql<boolean>`${exists(answers)}` })
    .from(sql`(values (1)) as one`)
  return row?.isThere ?? false
}

/** How many chats of a job are open, and the newest version that one of them uses. */
interface Impact {
  openSessions: number
  keepsVersion: number | null
}

/** The job after a change, with the effect on its open chats. */
async function showImpact(
  queries: Queries,
  row: repo.JobRow,
): Promise<{ job: Job; impact: Impact }> {
  const figuresOf = await readFigures(queries, [row.id])
  const { stats, keepsVersion } = figuresOf(row.id)
  return {
    job: toJob(row, stats),
    impact: { openSessions: stats.openSessions, keepsVersion },
  }
}

/** A job cannot be deleted while chats with it are open. */
async function refuseOpenChats(queries: Queries, jobId: string): Promise<void> {
  const isOpen = and(eq(chatSessions.jobId, jobId), eq(chatSessions.status, 'active'))
  const openSessions = await queries.$count(chatSessions, isOpen)
  if (openSessions === 0) return
  const chats = openSessions === 1 ? '1 chat is' : `${openSessions} chats are`
  throw new Problem('conflict', {
    detail: `${chats} still open with this job. Close them with it, or wait until they are done.`,
    meta: { openSessions },
  })
}
