import {
  maxJobAnswers,
  maxOpenQuestions,
  type JobAnswer,
  type OpenQuestion,
} from '@errand/contract/job-answers'
import { searchTextOf } from '@errand/contract/search-text'
import { hasVisibleText } from '@errand/contract/visible-text'
import { and, asc, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import {
  assistantRuns,
  chatSessions,
  jobAnswers,
  messages,
} from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { TaughtAnswer } from '../../ai/turn.ts'
import { requireJob } from '../job-row.ts'
import { lockJob } from '../jobs.repo.ts'
import { publishJobUpdate } from '../transition-job.ts'

type AnswerRow = typeof jobAnswers.$inferSelect

/** A job of an owner. */
interface Target {
  ownerId: string
  jobId: string
}

/** What the owner taught the assistant, of the answers of a job. */
export const taughtAnswersOf = (rows: readonly AnswerRow[]): TaughtAnswer[] =>
  rows.flatMap(({ question, answer }) => (answer === null ? [] : [{ question, answer }]))

/** The answers of a job and its dismissed questions, oldest first. */
export function listAnswers(queries: Queries, jobId: string): Promise<AnswerRow[]> {
  return queries
    .select()
    .from(jobAnswers)
    .where(eq(jobAnswers.jobId, jobId))
    .orderBy(asc(jobAnswers.createdAt), asc(jobAnswers.id))
}

const maxAgeDays = 90
const maxListed = 50
/** How many unanswered questions of a job are read to find those that differ. */
const maxQuestionsRead = 2000

/**
 * Recent questions of contacts that the assistant could not answer, newest first, without those that
 * the owner has `settled`. They are read from the runs, so that they are deleted together with the chats.
 */
export async function listOpenQuestions(
  queries: Queries,
  { ownerId, jobId }: Target,
  settled: readonly AnswerRow[],
): Promise<OpenQuestion[]> {
  const { result, createdAt, sessionId } = assistantRuns
  const since = new Date(Date.now() - maxAgeDays * 86_400_000)
  const asked = sql<string>`${result} ->> 'unanswered'`
  const rows = await queries
    .select({ question: asked, at: createdAt, sessionId })
    .from(assistantRuns)
    .innerJoin(chatSessions, eq(chatSessions.id, sessionId))
    .where(
      and(
        eq(assistantRuns.ownerId, ownerId),
        eq(chatSessions.jobId, jobId),
        isNotNull(asked),
        gt(createdAt, since),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(maxQuestionsRead)
  const known = new Set(settled.map(({ searchText }) => searchText))
  const open = Map.groupBy(rows, ({ question }) => searchTextOf(question))
  return [...open]
    .flatMap(([key, [last, ...earlier]]) =>
      last === undefined || known.has(key) || !hasVisibleText(last.question)
        ? []
        : [
            {
              question: last.question,
              count: 1 + earlier.length,
              lastAskedAt: last.at.toISOString(),
              sessionId: last.sessionId,
            },
          ],
    )
    .slice(0, maxListed)
}

/**
 * The questions of this contact that are still open, oldest first: the owner has not written in the
 * chat since, and has neither answered nor dismissed them for the job.
 */
export async function listOpenQuestionsInChat(
  queries: Queries,
  chatId: string,
  settled: readonly AnswerRow[],
): Promise<string[]> {
  const { result, createdAt, sessionId } = assistantRuns
  const asked = sql<string>`${result} ->> 'unanswered'`
  const lastOwnerMessage = queries
    .select({ at: sql`coalesce(max(${messages.createdAt}), '-infinity')` })
    .from(messages)
    .where(and(eq(messages.sessionId, chatId), eq(messages.author, 'owner')))
  const rows = await queries
    .select({ question: asked })
    .from(assistantRuns)
    .where(and(eq(sessionId, chatId), isNotNull(asked), gt(createdAt, lastOwnerMessage)))
    .orderBy(asc(createdAt))
  const known = new Set(settled.map(({ searchText }) => searchText))
  const open = new Map(rows.map(({ question }) => [searchTextOf(question), question]))
  return [...open]
    .flatMap(([key, question]) => (known.has(key) || !hasVisibleText(question) ? [] : [question]))
    .slice(-maxOpenQuestions)
}

/** Stores the owner's answer to a question, replacing an earlier one; `null` dismisses the question. */
export async function saveAnswer(
  queries: Queries,
  { ownerId, jobId }: Target,
  { question, answer }: Pick<JobAnswer, 'question' | 'answer'>,
): Promise<AnswerRow> {
  const job = requireJob(await lockJob(queries, ownerId, jobId))
  const searchText = searchTextOf(question)
  if (answer !== null) await refuseTooMany(queries, jobId, ne(jobAnswers.searchText, searchText))
  const now = new Date()
  const said = { question, answer, updatedAt: now }
  const [row] = await queries
    .insert(jobAnswers)
    .values({ id: newId('jobAnswer'), ownerId, jobId, searchText, createdAt: now, ...said })
    .onConflictDoUpdate({ target: [jobAnswers.jobId, jobAnswers.searchText], set: said })
    .returning()
  if (row === undefined) throw new Error(`The answer of ${jobId} was not stored`)
  await publishJobUpdate(queries, job)
  return row
}

/** Changes the text of an answer. */
export async function changeAnswer(
  queries: Queries,
  { ownerId, jobId, id }: Target & { id: string },
  answer: string,
): Promise<AnswerRow> {
  const job = requireJob(await lockJob(queries, ownerId, jobId))
  await refuseTooMany(queries, jobId, ne(jobAnswers.id, id))
  const [row] = await queries
    .update(jobAnswers)
    .set({ answer, updatedAt: new Date() })
    .where(isAnswerOfJob(jobId, id))
    .returning()
  if (row === undefined) throw noSuchAnswer()
  await publishJobUpdate(queries, job)
  return row
}

/** Deletes an answer or a dismissal, so that the question is open again. */
export async function removeAnswer(
  queries: Queries,
  { ownerId, jobId, id }: Target & { id: string },
): Promise<void> {
  const job = requireJob(await lockJob(queries, ownerId, jobId))
  const [row] = await queries.delete(jobAnswers).where(isAnswerOfJob(jobId, id)).returning()
  if (row === undefined) throw noSuchAnswer()
  await publishJobUpdate(queries, job)
}

const isAnswerOfJob = (jobId: string, id: string) =>
  and(eq(jobAnswers.jobId, jobId), eq(jobAnswers.id, id))

const noSuchAnswer = () => new Problem('not_found', { detail: 'There is no such answer.' })

/** Limits the answers of a job, because each prompt contains all of them. The job is locked. */
async function refuseTooMany(
  queries: Queries,
  jobId: string,
  isOther: ReturnType<typeof ne>,
): Promise<void> {
  const ofJob = and(eq(jobAnswers.jobId, jobId), isNotNull(jobAnswers.answer), isOther)
  if ((await queries.$count(jobAnswers, ofJob)) < maxJobAnswers) return
  throw new Problem('conflict', {
    detail: `A job has at most ${maxJobAnswers} answers. Delete one first.`,
  })
}
