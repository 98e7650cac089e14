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

/** The translations of a conversation's job into the customer's language. */
export interface Translated {
  /** By source text; null where the provider has no usable translation. */
  translated: ReadonlyMap<string, string | null>
  /** The failures of other texts. */
  failures: string[]
  translating: Usage
}

/** Has a provider translate the texts of a conversation's job. */
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
      // Untranslated texts stay as the owner wrote them, as in a job that has just been published.
      if (error instanceof AiRefused) keep(new Map())
      failures.push(`into ${language}: ${error instanceof Error ? error.message : String(error)}`)
      if (error instanceof AiRefused || error instanceof AiUnavailable)
        translating = sumOf(translating, error.usage)
    }
  }
  return { translated, failures, translating }
}

/** The usage of two calls together. */
export const sumOf = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
})

/** Caches translations, because many conversations share a job; failed ones are requested again. */
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
