import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'

import { detectLanguage } from '../ai/detect-language.ts'
import { english } from '../ai/phrases/english.ts'
import { phrasesFor, type Phrases } from '../ai/phrases/phrases.ts'
import type { SessionRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { assistantRuns, messages } from '../database/schema.ts'
import { findVersion } from '../jobs/job-versions.ts'

/** So many of the contact's latest texts are looked at: an "ok" alone has no language. */
const mostTexts = 10

/** The product's own sentences as the contact of a chat reads them. */
export async function readPhrases(
  queries: Queries,
  session: SessionRow,
  { locale }: { locale: string },
): Promise<Phrases> {
  const language = (await languageOf(queries, session)) ?? locale
  return phrasesFor(language) ?? english
}

/** What the job says, what the model has heard last, or what the texts look like. */
async function languageOf(queries: Queries, session: SessionRow): Promise<string | undefined> {
  const { id, jobId, jobVersion } = session
  const version =
    jobId === null || jobVersion === null
      ? undefined
      : await findVersion(queries, jobId, jobVersion)
  const wanted = version?.snapshot.language ?? 'auto'
  if (wanted !== 'auto') return wanted
  return (await lastHeard(queries, id)) ?? (await lastWritten(queries, id))
}

async function lastHeard(queries: Queries, sessionId: string): Promise<string | undefined> {
  const { result, createdAt } = assistantRuns
  const [run] = await queries
    .select({ language: sql<string>`${result} ->> 'language'` })
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), isNotNull(result)))
    .orderBy(desc(createdAt))
    .limit(1)
  return run?.language
}

async function lastWritten(queries: Queries, sessionId: string): Promise<string | undefined> {
  const rows = await queries
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.direction, 'in')))
    .orderBy(desc(messages.seq))
    .limit(mostTexts)
  for (const { text } of rows) {
    const language = detectLanguage(text)
    if (language !== undefined) return language
  }
  return undefined
}
