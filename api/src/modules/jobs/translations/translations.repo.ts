import { and, eq, inArray } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { jobTranslations } from '../../../platform/database/schema.ts'
import type { Translations } from '../../ai/turn.ts'
import { type JobWithTexts, textsOf } from './job-texts.ts'

type TranslationRow = typeof jobTranslations.$inferSelect

/** A job of an owner. */
export interface JobRef {
  ownerId: string
  jobId: string
}

/** The translations of these texts of a job, by language. */
export async function readTranslations(
  queries: Queries,
  jobId: string,
  job: JobWithTexts,
): Promise<Translations> {
  const rows = await listTranslations(queries, jobId, job)
  const byLanguage = Map.groupBy(rows, ({ language }) => language)
  return new Map(
    [...byLanguage].map(([language, texts]) => [
      language,
      new Map(texts.map(({ source, translation }) => [source, translation])),
    ]),
  )
}

/** The stored translations of these texts. */
export async function listTranslations(
  queries: Queries,
  jobId: string,
  job: JobWithTexts,
): Promise<TranslationRow[]> {
  const sources = textsOf(job).map(({ text }) => text)
  if (sources.length === 0) return []
  return queries
    .select()
    .from(jobTranslations)
    .where(and(eq(jobTranslations.jobId, jobId), inArray(jobTranslations.source, sources)))
}

/** Stores translations, except where the owner wrote one meanwhile. */
export async function addTranslations(
  queries: Queries,
  { ownerId, jobId, language }: JobRef & { language: string },
  translations: ReadonlyMap<string, string>,
): Promise<void> {
  if (translations.size === 0) return
  const common = { ownerId, jobId, language, corrected: false, updatedAt: new Date() }
  const rows = [...translations].map(([source, translation]) => {
    return { ...common, id: newId('jobTranslation'), source, translation }
  })
  await queries.insert(jobTranslations).values(rows).onConflictDoNothing()
}

interface Correction {
  language: string
  source: string
  translation: string
}

/** Stores the owner's own translation, replacing an earlier one. */
export async function correctTranslation(
  queries: Queries,
  { ownerId, jobId }: JobRef,
  { language, source, translation }: Correction,
): Promise<void> {
  const said = { translation, corrected: true, updatedAt: new Date() }
  const { jobId: ofJob, language: inLanguage, sourceHash } = jobTranslations
  await queries
    .insert(jobTranslations)
    .values({ id: newId('jobTranslation'), ownerId, jobId, language, source, ...said })
    .onConflictDoUpdate({ target: [ofJob, inLanguage, sourceHash], set: said })
}

/** Deletes a translation, whether the owner or a model wrote it. */
export async function removeTranslation(
  queries: Queries,
  { jobId }: JobRef,
  { language, source }: Pick<Correction, 'language' | 'source'>,
): Promise<void> {
  await queries
    .delete(jobTranslations)
    .where(
      and(
        eq(jobTranslations.jobId, jobId),
        eq(jobTranslations.language, language),
        eq(jobTranslations.source, source),
      ),
    )
}
