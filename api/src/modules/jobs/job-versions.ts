import type { JobContent, JobVersion } from '@errand/contract/jobs'
import { and, asc, desc, eq, getTableColumns, lte, max, notExists } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { chatSessions, forms, jobs, jobVersions } from '../../platform/database/schema.ts'
import { fold } from '../answers/reading.ts'
import type { Draft } from './job-row.ts'

/** A job as it was published. */
export type VersionRow = typeof jobVersions.$inferSelect

/** The version that new chats start with, and the form that their answers belong to. */
export type LiveVersion = VersionRow & { formId: string; formVersion: number }

/** The version that new chats of the job start with; undefined before the first publication. */
export async function findLiveVersion(
  queries: Queries,
  jobId: string,
): Promise<LiveVersion | undefined> {
  const [row] = await queries
    .select({
      ...getTableColumns(jobVersions),
      formId: forms.id,
      formVersion: forms.version,
    })
    .from(jobs)
    .innerJoin(jobVersions, eq(jobVersions.id, jobs.liveVersionId))
    .innerJoin(forms, eq(forms.jobId, jobs.id))
    .where(eq(jobs.id, jobId))
  return row
}

/** The version of a job with that number. */
export async function findVersion(
  queries: Queries,
  jobId: string,
  number: number,
): Promise<VersionRow | undefined> {
  const [row] = await queries
    .select()
    .from(jobVersions)
    .where(and(eq(jobVersions.jobId, jobId), eq(jobVersions.number, number)))
  return row
}

/** The versions of a job, newest first, without their content. */
export async function listVersions(
  queries: Queries,
  { id, liveVersionId }: { id: string; liveVersionId: string | null },
): Promise<JobVersion[]> {
  const rows = await queries
    .select({
      id: jobVersions.id,
      number: jobVersions.number,
      author: jobVersions.author,
      note: jobVersions.note,
      publishedAt: jobVersions.publishedAt,
    })
    .from(jobVersions)
    .where(eq(jobVersions.jobId, id))
    .orderBy(desc(jobVersions.number))
  return rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt.toISOString(),
    isLive: row.id === liveVersionId,
  }))
}

/** How many versions of a job are kept for its owner to go back to. */
const maxVersions = 100

/**
 * Stores the job's content under the next version number, and forgets old versions that no chat started
 * with; the caller has locked the job.
 */
export async function insertVersion(
  queries: Queries,
  job: { id: string; ownerId: string },
  { draft, note, at }: { draft: Draft; note: string; at: Date },
): Promise<VersionRow> {
  const [last] = await queries
    .select({ number: max(jobVersions.number) })
    .from(jobVersions)
    .where(eq(jobVersions.jobId, job.id))
  const number = (last?.number ?? 0) + 1
  const snapshot: JobContent = { ...draft, status: 'active' }
  const [row] = await queries
    .insert(jobVersions)
    .values({
      id: newId('jobVersion'),
      ownerId: job.ownerId,
      jobId: job.id,
      number,
      snapshot,
      author: 'owner',
      note,
      publishedAt: at,
    })
    .returning()
  if (row === undefined) throw new Error(`The version of ${job.id} was not stored`)
  await forgetVersions(queries, job.id, number - maxVersions)
  return row
}

/** Deletes the versions up to that number which no chat started with. */
async function forgetVersions(queries: Queries, jobId: string, upTo: number): Promise<void> {
  const chats = queries
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.jobId, jobId), eq(chatSessions.jobVersion, jobVersions.number)))
  await queries
    .delete(jobVersions)
    .where(and(eq(jobVersions.jobId, jobId), lte(jobVersions.number, upTo), notExists(chats)))
}

/**
 * Chooses the job of a new chat by its first message: the job whose link or keyword the text
 * contains, else the default job, else none.
 */
export async function chooseJob(
  queries: Queries,
  ownerId: string,
  text: string,
): Promise<LiveVersion | undefined> {
  const active = await queries
    .select({ id: jobs.id, trigger: jobs.trigger })
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), eq(jobs.status, 'active')))
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
  const chosen = chooseByText(active, text)
  return chosen === undefined ? undefined : findLiveVersion(queries, chosen.id)
}

type Trigger = JobContent['trigger']

/** Chooses by a text: a link before a keyword, the longest keyword first, else the default. */
export function chooseByText<T extends { trigger: Trigger }>(
  choices: readonly T[],
  text: string,
): T | undefined {
  const words = fold(text)
  const linked = choices.find(({ trigger }) => isLinked(trigger, words))
  if (linked !== undefined) return linked
  let best: { job: T; length: number } | undefined
  for (const job of choices) {
    const length = matchLength(job.trigger, words)
    if (length > (best?.length ?? 0)) best = { job, length }
  }
  return best?.job ?? choices.find(({ trigger }) => trigger.type === 'default')
}

/** Whether a text starts with the words that a job's `wa.me` link fills in; people may add to them. */
function isLinked({ type, code = '' }: Trigger, words: string): boolean {
  const link = fold(code)
  return type === 'link' && link !== '' && startsWithWord(words, link)
}

/** The length of the longest keyword of the job in the text; 0 when there is none. */
function matchLength({ type, keywords = [], match = 'contains' }: Trigger, words: string): number {
  if (type !== 'keyword') return 0
  const lengths = keywords
    .map((keyword) => fold(keyword))
    .filter((keyword) => keyword !== '' && matches[match](words, keyword))
    .map((keyword) => keyword.length)
  return Math.max(0, ...lengths)
}

const matches: Record<
  NonNullable<Trigger['match']>,
  (words: string, keyword: string) => boolean
> = {
  exact: (words, keyword) => words === keyword,
  starts_with: startsWithWord,
  contains: containsWord,
}

function startsWithWord(words: string, keyword: string): boolean {
  return words.startsWith(keyword) && isEnd(words, keyword.length)
}

/** As words of their own: “cut” is not in “cute”. */
function containsWord(words: string, keyword: string): boolean {
  for (let at = words.indexOf(keyword); at !== -1; at = words.indexOf(keyword, at + 1)) {
    if ((at === 0 || !isWordCharacter(words, at - 1)) && isEnd(words, at + keyword.length)) {
      return true
    }
  }
  return false
}

const isEnd = (words: string, at: number) => at >= words.length || !isWordCharacter(words, at)

const wordCharacter = /[\p{L}\p{M}\p{N}]/u
/** Only letters end where a script has spaces between words; Chinese, Japanese and Thai have none. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function isWordCharacter(words: string, at: number): boolean {
  const character = words[at] ?? ''
  return wordCharacter.test(character) && !unspaced.test(character)
}
