import type { JobField } from '@errand/contract/job-field'
import { maxTextLength } from '@errand/contract/job-translations'
import { toLatinDigits } from '@errand/contract/search-text'
import { requiredText } from '@errand/contract/text-schemas'
import type { Logger } from 'pino'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { isStorableText } from '../../../platform/http/request-input.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import type { Queue, TaskHandlers } from '../../../platform/queue/queue.ts'
import { readPreferences } from '../../account/settings-view.ts'
import {
  AiInvalidOutput,
  AiRefused,
  AiUnavailable,
  type AiProvider,
  type TranslationRequest,
  type Usage,
} from '../../ai/ai-provider.ts'
import type { Translations } from '../../ai/turn.ts'
import { builtInTextIn } from '../../phrases/own-texts.ts'
import { findLiveVersion, type VersionRow } from '../job-versions.ts'
import { findJob } from '../jobs.repo.ts'
import { publishJobUpdate } from '../transition-job.ts'
import {
  hasSameShape,
  isNameTaken,
  textsToTranslate,
  type JobText,
  type Language,
} from './job-texts.ts'
import { addTranslations, readTranslations } from './translations.repo.ts'

interface TranslateDeps {
  ai: AiProvider
  database: Database
  queue: Pick<Queue, 'add'>
  log: Logger
}

/** How long one call of the AI provider may take. */
const callMs = 60_000
const hourMs = 60 * 60 * 1000
/** More publications of one owner than this in an hour are translated later. */
const maxPerHour = 30

/**
 * Translates the texts of a published job that have no translation yet. Each language is a task of its
 * own, so that one that fails is retried alone and does not count as another publication.
 */
export function createTranslateJob(parts: TranslateDeps): TaskHandlers['job.translate'] {
  return async ({ jobId, language: only }) => {
    const { database, queue } = parts
    const { queries } = database
    const version = await findLiveVersion(queries, jobId)
    if (version === undefined) return
    const known = await readTranslations(queries, jobId, version.snapshot)
    const missing = textsToTranslate(version.snapshot)
      .map(({ language, texts }) => ({
        language,
        texts: untranslatedTexts(texts, known, language),
      }))
      .filter(({ texts }) => texts.length > 0)
    if (only !== undefined) {
      const wanted = missing.find(({ language }) => language === only)
      if (wanted !== undefined) await translateInto(parts, version, wanted)
    } else if (missing.length > 0 && !(await consumePublication(queries, version.ownerId))) {
      const startAfter = new Date(Date.now() + hourMs)
      await queue.add(queries, 'job.translate', { jobId }, { startAfter, group: jobId })
    } else {
      await database.transaction(async (transaction) => {
        for (const { language } of missing)
          await queue.add(transaction, 'job.translate', { jobId, language }, { group: jobId })
      })
    }
  }
}

/** The texts with no stored translation and none among the product's own texts. */
const untranslatedTexts = (
  texts: readonly JobText[],
  known: Translations,
  language: Language,
): JobText[] =>
  texts.filter(
    ({ text }) =>
      known.get(language)?.has(text) !== true && builtInTextIn(text, language) === undefined,
  )

/** Whether the owner's hourly limit allows one more: the product pays for translations. */
async function consumePublication(queries: Queries, ownerId: string): Promise<boolean> {
  try {
    const key = `translate ${ownerId}`
    await consumeRateLimit(queries, { key, limit: maxPerHour, windowMs: hourMs })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false
    throw error
  }
}

interface Batch {
  language: Language
  texts: readonly JobText[]
}

/** Stores the result of each call at once; a failed call does not stop the others. */
async function translateInto(
  parts: TranslateDeps,
  version: VersionRow,
  { language, texts }: Batch,
): Promise<void> {
  const { queries } = parts.database
  const { jobId, ownerId } = version
  const { business } = await readPreferences(queries, ownerId)
  const from = { ...version, business: business.name }
  const failures: AiUnavailable[] = []
  for (const batch of batchesOf(texts)) {
    try {
      await translateBatch(parts, from, { language, texts: batch })
    } catch (error) {
      if (!(error instanceof AiUnavailable)) throw error
      failures.push(error)
    }
  }
  const job = await findJob(queries, ownerId, jobId)
  if (job !== undefined) await publishJobUpdate(queries, job)
  const [failure] = failures
  if (failure !== undefined) throw failure
}

async function translateBatch(
  { ai, database: { queries }, log }: TranslateDeps,
  { jobId, ownerId, snapshot, business }: VersionRow & { business: string },
  { language, texts: wanted }: Batch,
): Promise<void> {
  const { fields, name } = snapshot
  // The owner, or an earlier attempt of this task, may have translated some of them meanwhile.
  const known = await readTranslations(queries, jobId, snapshot)
  const texts = untranslatedTexts(wanted, known, language)
  if (texts.length === 0) return
  const request = { texts, to: language, job: name, business }
  try {
    const { kept: fit, usage } = await requestTranslations(ai, request)
    const kept = withoutDuplicateNames(fit, fields, { known, language })
    await addTranslations(queries, { ownerId, jobId, language }, kept)
    // Logged only: owners pay for messages, not for translations.
    log.info(
      { jobId, language, texts: texts.length, kept: kept.size, usage },
      'a job was translated',
    )
  } catch (error) {
    // A retry would get the same result.
    if (!(error instanceof AiRefused || error instanceof AiInvalidOutput)) throw error
    log.warn({ jobId, language, usage: error.usage }, 'the provider does not translate a job')
  }
}

/** If two options would get the same name, the later ones stay as the owner wrote them. */
function withoutDuplicateNames(
  translations: ReadonlyMap<string, string>,
  fields: readonly JobField[],
  { known, language }: { known: Translations; language: Language },
): ReadonlyMap<string, string> {
  const kept = new Map(translations)
  const before = known.get(language)
  const say = (text: string) =>
    kept.get(text) ?? before?.get(text) ?? builtInTextIn(text, language) ?? text
  for (const [text, translation] of [...translations].toReversed())
    if (isNameTaken(fields, { text, translation }, say)) kept.delete(text)
  return kept
}

/** Has a provider translate a batch, and drops translations that cannot replace their source. */
export async function requestTranslations(
  ai: Pick<AiProvider, 'translate'>,
  request: TranslationRequest & { texts: readonly JobText[] },
  signal = AbortSignal.timeout(callMs),
): Promise<{ kept: ReadonlyMap<string, string>; usage: Usage }> {
  const { translations, usage } = await ai.translate(request, { signal })
  const kept = request.texts.flatMap((text) => {
    const translation = usableTranslation(text, translations.get(text.text) ?? '')
    return translation === undefined ? [] : [[text.text, translation] as const]
  })
  return { kept: new Map(kept), usage }
}

const maxTexts = 40
const maxCharacters = 2500

/** Splits texts into batches that a model can answer at once, and keeps the options of a field together. */
export function batchesOf(texts: readonly JobText[]): JobText[][] {
  const batches: JobText[][] = []
  for (const group of groupsToTranslateTogether(texts).flatMap((one) =>
    fitsOneRequest(one) ? [one] : one.map(only),
  )) {
    const last = batches.at(-1)
    if (last !== undefined && fitsOneRequest([...last, ...group])) last.push(...group)
    else batches.push([...group])
  }
  return batches
}

const only = (text: JobText): JobText[] => [text]

const fitsOneRequest = (texts: readonly JobText[]): boolean =>
  texts.length <= maxTexts && texts.reduce((sum, { text }) => sum + text.length, 0) <= maxCharacters

/** Groups the options of each field, whose translations have to match each other. */
function groupsToTranslateTogether(texts: readonly JobText[]): JobText[][] {
  const groups: JobText[][] = []
  for (const text of texts) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const isNext = text.kind === 'option' && first?.kind === 'option' && first.label === text.label
    if (isNext) last?.push(text)
    else groups.push([text])
  }
  return groups
}

/** The most characters that WhatsApp shows on a button, and in a list. */
const choiceTitleLimits = [20, 24]

/**
 * A translation that can replace the owner's text: within the limits for length and lines, and with
 * the same numbers, which are prices and times. An option that fits on a button has to fit afterwards.
 */
function usableTranslation({ text, kind }: JobText, translation: string): string | undefined {
  const { data } = requiredText(maxTextLength[kind]).safeParse(translation)
  if (data === undefined || !isStorableText(data)) return undefined
  if (!hasSameShape(text, data)) return undefined
  if (kind === 'option' && choiceTitleLimits.some((max) => text.length <= max && data.length > max))
    return undefined
  return numbersIn(data) === numbersIn(text) ? data : undefined
}

const numbersIn = (text: string): string =>
  (toLatinDigits(text).match(/\d+/g) ?? []).toSorted().join(' ')
