import { beforeAll, beforeEach } from 'vitest'

import type { TranslationRequest } from '../src/modules/ai/ai-provider.ts'
import { createTranslateJob } from '../src/modules/jobs/translations/translate-job.ts'
import type { Tasks } from '../src/platform/queue/queue.ts'
import { startAnswering, talkingProvider } from './assistant-api.ts'
import { useTestApi, type Person } from './test-api.ts'

/** Puts the language before each text. */
export const inBrackets = ({ texts, to }: TranslationRequest): Translated =>
  new Map(texts.map(({ text }) => [text, `${to} ${text}`]))

type Translated = ReadonlyMap<string, string>

export const field = <More extends object>(key: string, label: string, more: More) => ({
  key,
  label,
  type: 'text',
  required: true,
  order: 0,
  ...more,
})
export const question = 'Which of our styles would you like to have?'
export const style = field('style', 'Style', {
  type: 'select',
  question,
  options: [
    { value: 'bob', label: 'Bob' },
    { value: 'perm', label: 'Perm, ₹1,500' },
  ],
})
export const form = (...fields: object[]) => ({ answerOnly: false, fields })

/** The api with a provider that translates: `inBrackets`, unless the test says otherwise. */
export function useTranslations() {
  const asked: TranslationRequest[] = []
  const model: { translate: (request: TranslationRequest) => Translated | Promise<Translated> } = {
    translate: inBrackets,
  }
  const ai = {
    ...talkingProvider(),
    translate: async (request: TranslationRequest) => {
      asked.push(request)
      const usage = { inputTokens: 1, outputTokens: 1 }
      return { translations: await model.translate(request), usage }
    },
  }
  const api = useTestApi({ ai })
  beforeAll(() => startAnswering(api, ai))
  beforeEach(() => {
    asked.length = 0
    model.translate = inBrackets
  })
  type Add = Parameters<typeof api.queue.add>

  /** Does what the queue has for a job: one that fails is tried later, the others go on. */
  async function work(jobId: string): Promise<void> {
    const tasks: Tasks['job.translate'][] = [{ jobId }]
    const add = async (...[, , data]: Add) => void tasks.push(data as Tasks['job.translate'])
    const translateJob = createTranslateJob({ ...api, queue: { add }, log: api.logger })
    const failures: unknown[] = []
    for (const task of tasks)
      await translateJob(task).catch((failure: unknown) => failures.push(failure))
    if (failures.length > 0) throw failures[0]
  }

  const listOf = async (owner: Person, jobId: string) =>
    (await owner.call('GET', `/api/jobs/${jobId}/translations`)).body

  /** The texts of a job in one language: source → translation. */
  async function textsIn(owner: Person, jobId: string, language: string) {
    const { languages } = await listOf(owner, jobId)
    const found = languages.find((one: { language: string }) => one.language === language)
    return Object.fromEntries(
      [...(found?.texts ?? []), ...(found?.lastWords ?? [])].map(
        (one: { source: string; translation: string | null }) => [one.source, one.translation],
      ),
    )
  }

  const correct = (owner: Person, jobId: string, body: object) =>
    owner.call('PUT', `/api/jobs/${jobId}/translations`, { body })

  return { api, ai, asked, model, work, listOf, textsIn, correct }
}
