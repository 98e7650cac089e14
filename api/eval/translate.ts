import {
  AiRefused,
  AiUnavailable,
  noUsage,
  type AiProvider,
  type Usage,
} from '../src/modules/ai/ai-provider.ts'
import { textsToTranslate } from '../src/modules/jobs/translations/job-texts.ts'
import { batchesOf, requestTranslations } from '../src/modules/jobs/translations/translate-job.ts'
import type { Case } from './conversation.ts'

type Translate = Pick<AiProvider, 'translate'>

/** What the customer of a conversation reads of its job in their own language. */
export interface Translated {
  /** By what the owner wrote; null where the provider has nothing that can stand in its place. */
  translated: ReadonlyMap<string, string | null>
  /** Why others have none. */
  failures: string[]
  translating: Usage
}

/** Has a provider translate what the customer of a conversation reads. */
export async function translationsIn(
  ai: Translate,
  { conversation: { language }, business, job }: Case,
  withinMs: number,
): Promise<Translated> {
  const texts = textsToTranslate(job).find((one) => one.language === language)?.texts ?? []
  const translated = new Map<string, string | null>()
  const failures: string[] = []
  let translating = noUsage
  for (const batch of batchesOf(texts)) {
    const request = { texts: batch, to: language, job: job.name, business: business.name }
    const keep = (kept: ReadonlyMap<string, string>) => {
      for (const { text } of batch) translated.set(text, kept.get(text) ?? null)
    }
    try {
      const { kept, usage } = await requestTranslations(ai, request, AbortSignal.timeout(withinMs))
      keep(kept)
      translating = sumOf(translating, usage)
    } catch (error) {
      // What is not translated stays as the owner wrote it, as in a job that has just been published.
      if (error instanceof AiRefused) keep(new Map())
      failures.push(`into ${language}: ${error instanceof Error ? error.message : String(error)}`)
      if (error instanceof AiRefused || error instanceof AiUnavailable)
        translating = sumOf(translating, error.usage)
    }
  }
  return { translated, failures, translating }
}

/** What two calls took together. */
export const sumOf = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
})

/** Asks for the same translation until there is one: many conversations are about one job. */
export function withCachedTranslations<Ai extends Translate>(ai: Ai): Ai {
  const asked = new Map<string, ReturnType<Translate['translate']>>()
  const translate: Translate['translate'] = async (request, options) => {
    const key = JSON.stringify(request)
    const earlier = asked.get(key)
    if (earlier !== undefined) {
      const answer = await earlier.catch(() => undefined)
      return answer === undefined ? translate(request, options) : { ...answer, usage: noUsage }
    }
    const answer = ai.translate(request, options)
    asked.set(key, answer)
    try {
      return await answer
    } catch (error) {
      asked.delete(key)
      throw error
    }
  }
  return { ...ai, translate }
}
