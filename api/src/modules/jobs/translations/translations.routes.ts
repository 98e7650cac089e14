import {
  correctTranslationCall,
  listTranslationsCall,
  maxTextLength,
  type CorrectTranslation,
  type JobTranslation,
  type JobTranslations,
} from '@errand/contract/job-translations'
import { Hono } from 'hono'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import type { AiProvider } from '../../ai/ai-provider.ts'
import { translateText } from '../../ai/language/translate-fields.ts'
import { builtInTextIn } from '../../phrases/own-texts.ts'
import { requireJob } from '../job-row.ts'
import { findJob, lockJob } from '../jobs.repo.ts'
import { type Stores, publishJobUpdate } from '../transition-job.ts'
import { hasSameShape, isNameTaken, textsToTranslate, type JobText } from './job-texts.ts'
import * as repo from './translations.repo.ts'

interface Dependencies {
  ai: AiProvider
  database: Database
  queue: Queue
  verifyToken: VerifyToken
}

/** /api/jobs/{id}/translations: the texts of a job in other languages. */
export function translationsRoutes({ ai, database, queue, verifyToken }: Dependencies) {
  const routes = new Hono<OwnerEnv>()
  routes.use('/:id/translations', requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/jobs', 'Jobs')
  on(listTranslationsCall, {
    summary: 'List what contacts read of a job in other languages',
    leaves: 'nothing',
    description:
      'What contacts read of the job as it is saved word for word, with translations: labels, questions, options, and the last words. A model ' +
      'translates what is missing when the job is published.',
  }).answer(async ({ ownerId, id }) => ({
    languages: await readLanguages(database.queries, { ownerId, jobId: id }),
    isAutomatic: ai.canTranslate,
  }))
  on(correctTranslationCall, {
    summary: 'Correct a translation',
    leaves: 'nothing',
    description:
      'All chats of the job use it from the next message on, open ones too. Without a `translation` ' +
      'the text is translated anew.',
  }).answer(async ({ ownerId, id, body }) => {
    const text = await database.transaction((queries) =>
      correctTranslation({ queries, queue }, { ownerId, jobId: id }, body),
    )
    return { success: true, text }
  })
  return routes
}

async function readLanguages(
  queries: Queries,
  target: repo.JobRef,
): Promise<JobTranslations['languages']> {
  const job = requireJob(await findJob(queries, target.ownerId, target.jobId))
  const rows = await repo.listTranslations(queries, target.jobId, job)
  const rowOf = new Map(rows.map((row) => [`${row.language} ${row.source}`, row]))
  return textsToTranslate(job).map(({ language, texts }) => {
    const translated = texts.map((text) =>
      toTranslation(text, language, rowOf.get(`${language} ${text.text}`)),
    )
    const isLast = ({ kind }: JobTranslation) => kind === 'completion' || kind === 'handoff'
    return {
      language,
      texts: translated.filter((text) => !isLast(text)),
      lastWords: translated.filter(isLast),
    }
  })
}

/** Falls back to the product's own translation of a text. */
const toTranslation = (
  { text, kind }: JobText,
  language: string,
  row: { translation: string; corrected: boolean } | undefined,
): JobTranslation => ({
  source: text,
  kind,
  translation: row?.translation ?? builtInTextIn(text, language) ?? null,
  corrected: row?.corrected ?? false,
})

async function correctTranslation(
  { queries, queue }: Stores,
  target: repo.JobRef,
  correction: CorrectTranslation,
): Promise<JobTranslation> {
  const { language, source, translation } = correction
  const job = requireJob(await lockJob(queries, target.ownerId, target.jobId))
  const into = textsToTranslate(job).find((one) => one.language === language)
  if (into === undefined) {
    const detail = 'The job is not translated into this language.'
    throw refusal('language', 'unknown_language', detail)
  }
  const text = into.texts.find((one) => one.text === source)
  if (text === undefined) throw refusal('source', 'unknown_text', 'The job has no such text.')
  if (translation === '') {
    await repo.removeTranslation(queries, target, correction)
    await queue.add(queries, 'job.translate', { jobId: job.id }, { group: job.id })
  } else {
    const known = await repo.readTranslations(queries, job.id, job)
    const say = (one: string) => translateText(one, known, language)
    refuseInvalidTranslation(
      text,
      translation,
      isNameTaken(job.fields, { text: source, translation }, say),
    )
    await repo.correctTranslation(queries, target, correction)
  }
  await publishJobUpdate(queries, job)
  const row = translation === '' ? undefined : { translation, corrected: true }
  return toTranslation(text, language, row)
}

/** An owner's translation obeys the same rules as a model's, except for numbers and the length of options. */
function refuseInvalidTranslation(
  { text, kind }: JobText,
  translation: string,
  isTaken: boolean,
): void {
  const max = maxTextLength[kind]
  if (translation.length > max)
    throw refusal('translation', 'too_long', `Use at most ${max} characters.`, { max })
  if (!hasSameShape(text, translation)) {
    const detail = 'Use no more lines than the text has, and no control characters.'
    throw refusal('translation', 'invalid_text', detail)
  }
  if (isTaken) throw refusal('translation', 'duplicate', 'Another option has this name.')
}

const refusal = (member: string, code: string, detail: string, params?: { max: number }) =>
  new Problem('validation_failed', {
    errors: [{ pointer: `#/${member}`, code, detail, ...(params !== undefined && { params }) }],
  })
