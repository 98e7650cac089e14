import { maxTextLength } from '@errand/contract/job-translations'
import { toLatinDigits } from '@errand/contract/search-text'
import { requiredText } from '@errand/contract/text-schemas'
import type { Logger } from 'pino'

import {
  AiRefused,
  type AiProvider,
  type TranslationRequest,
  type Usage,
} from '../../ai/ai-provider.ts'
import { ownTextIn } from '../../ai/phrases/own-texts.ts'
import { readPreferences } from '../../auth/settings-view.ts'
import type { Database, Queries } from '../../database/database.ts'
import { isStorableText } from '../../http/json-body.ts'
import { Problem } from '../../http/problem.ts'
import { takeTurn } from '../../http/request-limits.ts'
import type { Queue, TaskHandlers } from '../../queue/queue.ts'
import { tellOfJob } from '../carry-out.ts'
import { findLiveVersion, type VersionRow } from '../job-versions.ts'
import { findJob } from '../jobs.repo.ts'
import { toTranslate, type JobText, type Language } from './job-texts.ts'
import { addTranslations, readTranslations } from './translations.repo.ts'

interface Parts {
  ai: AiProvider
  database: Database
  queue: Pick<Queue, 'add'>
  log: Logger
}

/** How long a call of the provider may take. */
const callMs = 60_000
const hourMs = 60 * 60 * 1000
/** So many publications of an owner are translated in an hour; the others wait. */
const mostPerHour = 30

/**
 * Translates what contacts read of a published job and nobody has translated. Each call's outcome is
 * kept at once: what fails is tried again, and what is there is never asked for twice.
 */
export function createTranslateJob(parts: Parts): TaskHandlers['job.translate'] {
  return async ({ jobId }) => {
    const { queries } = parts.database
    const version = await findLiveVersion(queries, jobId)
    if (version === undefined) return
    const { ownerId, snapshot } = version
    const known = await readTranslations(queries, jobId, snapshot.fields)
    const missing = toTranslate(snapshot).flatMap(({ language, texts }) =>
      batchesOf(texts.filter(({ text }) => !isKnown(text, language))).map((batch) => ({
        language,
        texts: batch,
      })),
    )
    if (missing.length === 0) return
    if (!(await takePublication(queries, ownerId))) {
      const startAfter = new Date(Date.now() + hourMs)
      return parts.queue.add(queries, 'job.translate', { jobId }, { startAfter, group: jobId })
    }
    const { business } = await readPreferences(queries, ownerId)
    const from = { ...version, business: business.name }
    for (const batch of missing) await translateBatch(parts, from, batch)
    const job = await findJob(queries, ownerId, jobId)
    if (job !== undefined) await tellOfJob(queries, job)

    function isKnown(text: string, language: Language): boolean {
      return known.get(language)?.has(text) === true || ownTextIn(text, language) !== undefined
    }
  }
}

/** Whether one more may be translated in this hour: models are paid for by the product. */
async function takePublication(queries: Queries, ownerId: string): Promise<boolean> {
  try {
    const key = `translate ${ownerId}`
    await takeTurn(queries, { key, limit: mostPerHour, windowMs: hourMs })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false
    throw error
  }
}

interface Batch {
  language: Language
  texts: JobText[]
}

async function translateBatch(
  { ai, database: { queries }, log }: Parts,
  { jobId, ownerId, snapshot, business }: VersionRow & { business: string },
  { language, texts }: Batch,
): Promise<void> {
  const request = { texts, to: language, job: snapshot.name, business }
  try {
    const { kept, usage } = await fittingTranslations(ai, request)
    await addTranslations(queries, { ownerId, jobId, language }, kept)
    // Owners pay for messages, not for this.
    log.info(
      { jobId, language, texts: texts.length, kept: kept.size, usage },
      'a job was translated',
    )
  } catch (error) {
    // Asked again it would refuse again.
    if (!(error instanceof AiRefused)) throw error
    log.warn({ jobId, language, usage: error.usage }, 'the provider does not translate a job')
  }
}

/** What a provider makes of the texts of a batch, without what cannot stand in their place. */
export async function fittingTranslations(
  ai: Pick<AiProvider, 'translate'>,
  request: TranslationRequest & { texts: readonly JobText[] },
  signal = AbortSignal.timeout(callMs),
): Promise<{ kept: ReadonlyMap<string, string>; usage: Usage }> {
  const { translations, usage } = await ai.translate(request, { signal })
  const kept = request.texts.flatMap((text) => {
    const translation = fitting(text, translations.get(text.text) ?? '')
    return translation === undefined ? [] : [[text.text, translation] as const]
  })
  return { kept: new Map(kept), usage }
}

const mostTexts = 40
const mostLetters = 2000

/** As many texts together as a model answers in one go. */
export function batchesOf(texts: readonly JobText[]): JobText[][] {
  const batches: JobText[][] = []
  let letters = Infinity
  for (const text of texts) {
    letters += text.text.length
    const last = batches.at(-1)
    if (last === undefined || letters > mostLetters || last.length === mostTexts) {
      batches.push([text])
      letters = text.text.length
    } else last.push(text)
  }
  return batches
}

/**
 * A translation as it can stand in the place of the owner's text: of its length, in as many lines, and
 * with its numbers, which are prices and times.
 */
function fitting({ text, kind }: JobText, translation: string): string | undefined {
  const { data } = requiredText(maxTextLength[kind]).safeParse(translation)
  if (data === undefined || !isStorableText(data)) return undefined
  if (/[^\P{Cc}\n]/u.test(data) || linesIn(data) > linesIn(text)) return undefined
  return numbersIn(data) === numbersIn(text) ? data : undefined
}

const linesIn = (text: string): number => text.split('\n').length

const numbersIn = (text: string): string =>
  (toLatinDigits(text).match(/\d+/g) ?? []).toSorted().join(' ')
