import type { IdKind } from '@errand/contract/ids'
import { searchTextOf } from '@errand/contract/search-text'
import { eq } from 'drizzle-orm'

import { derivedColumns } from '../../../modules/jobs/job-row.ts'
import { maxJobs } from '../../../modules/jobs/jobs.service.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import * as schema from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Row } from './account-file.ts'
import { idFor, place, type Importing, type Placed } from './place-rows.ts'

/** Adds jobs with their versions, answered questions and translations. */
export async function addJobs(importing: Importing): Promise<Placed<Row<'jobs'>>> {
  const { queries, ownerId, file, staysOpen = false } = importing
  const jobs = await place(importing, { kind: 'job', table: schema.jobs, items: file.jobs })
  const present = await queries.$count(schema.jobs, eq(schema.jobs.ownerId, ownerId))
  if (jobs.added.length > 0 && present + jobs.added.length > maxJobs) {
    throw new Problem('conflict', {
      detail: `An account has at most ${maxJobs} jobs, with those deleted in the last 30 days.`,
    })
  }
  const isAdded = new Set(jobs.added.map(({ id }) => id))
  const ofAdded = <Item extends { jobId: string }>(items: Item[]) =>
    items.filter(({ jobId }) => isAdded.has(jobId))
  const versions = ofAdded(file['job-versions']).map((version) => ({
    ...version,
    createdAt: version.publishedAt,
  }))
  const versionIds = new Map(versions.map((one) => [one.id, idFor(ownerId, 'jobVersion', one)]))
  await insertRows(queries, schema.jobs, jobs.added, (job) => {
    const liveVersionId = versionIds.get(job.liveVersionId ?? '') ?? null
    const closed = liveVersionId === null ? 'draft' : 'paused'
    const status = staysOpen || job.status === 'archived' ? job.status : closed
    const archivedAt = status === 'archived' ? (job.archivedAt ?? job.updatedAt) : null
    const own = { ...withoutAddresses(job), ...derivedColumns(job), id: jobs.idOf(job.id), ownerId }
    return { ...own, status, liveVersionId, archivedAt }
  })
  const childOf = (kind: IdKind, child: { id: string; jobId: string }, createdAt: string) => ({
    ...child,
    id: idFor(ownerId, kind, { ...child, createdAt }),
    ownerId,
    jobId: jobs.idOf(child.jobId),
  })
  await insertRows(queries, schema.jobVersions, versions, (version) => ({
    ...childOf('jobVersion', version, version.publishedAt),
    snapshot: withoutAddresses(version.snapshot),
  }))
  await insertRows(queries, schema.jobAnswers, ofAdded(file['job-answers']), (answer) => ({
    ...childOf('jobAnswer', answer, answer.createdAt),
    searchText: searchTextOf(answer.question),
  }))
  await insertRows(queries, schema.jobTranslations, ofAdded(file['job-translations']), (text) =>
    childOf('jobTranslation', text, text.updatedAt),
  )
  return jobs
}

/** The same without the addresses that would get the answers. */
function withoutAddresses<Job extends Pick<Row<'jobs'>, 'behaviour'>>(job: Job): Job {
  const onComplete = { ...job.behaviour.onComplete, email: [], webhookUrl: '' }
  return { ...job, behaviour: { ...job.behaviour, onComplete } }
}
