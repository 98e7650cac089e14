import type { Job, updateJobSchema } from '@errand/contract/jobs'
import type * as z from 'zod/mini'

import type { Database, Queries } from '../database/database.ts'
import { versionConflict, type Precondition } from '../http/if-match.ts'
import { Problem } from '../http/problem.ts'
import { carryOut, differs, granted } from './carry-out.ts'
import { refuseRenaming } from './frozen-keys.ts'
import { identifyFields } from './job-fields.ts'
import { actionsFor } from './job-life.ts'
import { draftOf, withoutAbsent, type Draft } from './job-row.ts'
import { findLiveVersion, findVersion, type VersionRow } from './job-versions.ts'
import * as repo from './jobs.repo.ts'
import { closeOpenChats, readImpact, refuseOpenChats, type Impact } from './open-chats.ts'
import { present, show } from './show-job.ts'

type JobChange = z.output<typeof updateJobSchema>

/** A job of an owner, and the version of it that the request wants to change. */
export interface JobTarget {
  ownerId: string
  id: string
  isWanted: Precondition
}

/** For how long the screen offers to undo a deletion; restoring stays possible afterwards. */
const undoMs = 10_000

/** Changes a job and does with it what is asked for, or neither. */
export function updateJob(
  database: Database,
  target: JobTarget,
  change: JobChange,
): Promise<{ job: Job; impact: Impact }> {
  return database.transaction(async (queries) => {
    const row = await lockWanted(queries, target)
    const { action, status, note, replaceDefault } = change
    if (action === 'archive' && row.archivedAt !== null) return stayArchived(queries, row, change)
    const { draft, live } = await readWish(queries, row, change)
    const hasChanges = differs(draft, live)
    const actions =
      action === undefined
        ? granted(actionsFor({ status: row.status, hasChanges }, status))
        : [action]
    if (action === 'archive') await refuseOpenChats(queries, row.id)
    const done = await carryOut(queries, row, {
      actions,
      draft,
      live,
      version: row.version + 1,
      note,
      isDefaultReplaced: replaceDefault,
    })
    return { job: await show(queries, done), impact: await readImpact(queries, row.id) }
  })
}

/** A deletion that is asked for again changes nothing, nor does it take what else should change. */
async function stayArchived(
  queries: Queries,
  row: repo.JobRow,
  change: JobChange,
): Promise<{ job: Job; impact: Impact }> {
  if (Object.keys(contentOf(change)).length > 0) throw granted({ refusal: 'deleted' })
  return { job: await show(queries, row), impact: await readImpact(queries, row.id) }
}

/** Safe to repeat: a job that is archived already keeps its moment. */
export async function archiveJob(
  database: Database,
  target: JobTarget,
  { closeOpen }: { closeOpen: boolean },
): Promise<{ archivedAt: Date; undoUntil: Date }> {
  if (closeOpen) await closeInBatches(database, target)
  return database.transaction(async (queries) => {
    const row = await lockWanted(queries, target)
    const archivedAt = row.archivedAt ?? (await archive(queries, row, closeOpen))
    return { archivedAt, undoUntil: new Date(archivedAt.getTime() + undoMs) }
  })
}

async function closeInBatches(database: Database, target: JobTarget): Promise<void> {
  let isDone: boolean
  do {
    isDone = await database.transaction(async (queries) => {
      const row = await lockWanted(queries, target)
      return row.archivedAt !== null || closeOpenChats(queries, row.id, new Date())
    })
  } while (!isDone)
}

async function archive(queries: Queries, row: repo.JobRow, closeOpen: boolean): Promise<Date> {
  // Those that have begun since the others were closed.
  if (closeOpen) await closeOpenChats(queries, row.id, new Date())
  await refuseOpenChats(queries, row.id)
  const { archivedAt, updatedAt } = await carryOut(queries, row, {
    actions: ['archive'],
    draft: draftOf(row),
    live: await findLiveVersion(queries, row.id),
    version: row.version + 1,
  })
  return archivedAt ?? updatedAt
}

/** What the owner wants the job to be, and what chats begin with if nothing is published. */
async function readWish(
  queries: Queries,
  row: repo.JobRow,
  change: JobChange,
): Promise<{ draft: Draft; live: VersionRow | undefined }> {
  const { action, toVersion } = change
  const live = await findLiveVersion(queries, row.id)
  const written = draftOf(row)
  if (action === 'rollback' && live !== undefined) {
    const earlier = await readVersion(queries, row.id, toVersion)
    const { status: _ignored, ...published } = earlier.snapshot
    return { draft: { ...written, ...published }, live: earlier }
  }
  const draft = { ...written, ...contentOf(change) }
  const fields = identifyFields(draft.fields, written.fields)
  await refuseRenaming(queries, row.formId, { before: written.fields, after: fields })
  return { draft: { ...draft, fields }, live }
}

/** What the job itself shall be, of a request that may say much more. */
function contentOf(change: JobChange) {
  const { action: _, status: _status, toVersion: _to, note: _note, ...rest } = change
  const { replaceDefault: _replace, ...content } = rest
  return withoutAbsent(content)
}

async function readVersion(
  queries: Queries,
  jobId: string,
  number: number | undefined,
): Promise<VersionRow> {
  const refuse = (code: string, detail: string) =>
    new Problem('validation_failed', { errors: [{ pointer: '#/toVersion', code, detail }] })
  if (number === undefined) throw refuse('required', 'Say which version shall come back.')
  const version = await findVersion(queries, jobId, number)
  if (version === undefined)
    throw refuse('unknown_version', 'The job has no version of this number.')
  return version
}

async function lockWanted(queries: Queries, target: JobTarget): Promise<repo.JobRow> {
  await repo.lockJobs(queries, target.ownerId)
  const row = present(await repo.lockJob(queries, target.ownerId, target.id))
  if (target.isWanted(row.version)) return row
  throw versionConflict({ version: row.version, value: await show(queries, row) })
}
