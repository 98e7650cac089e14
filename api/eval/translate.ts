import type { AiProvider } from '../src/ai/ai-provider.ts'
import { toTranslate } from '../src/jobs/translations/job-texts.ts'
import { batchesOf, fittingTranslations } from '../src/jobs/translations/translate-job.ts'
import type { Case } from './conversation.ts'

type Translate = Pick<AiProvider, 'translate'>

/** What the customer of a conversation reads of its job in their own language: source to translation. */
export async function translationsIn(
  ai: Translate,
  { conversation: { language }, business, job }: Case,
  withinMs: number,
): Promise<ReadonlyMap<string, string>> {
  const texts = toTranslate(job).find((one) => one.language === language)?.texts ?? []
  const known = new Map<string, string>()
  for (const batch of batchesOf(texts)) {
    const request = { texts: batch, to: language, job: job.name, business: business.name }
    // What is not translated stays as the owner wrote it, as in a job that has just been published.
    const { kept } = await fittingTranslations(ai, request, AbortSignal.timeout(withinMs)).catch(
      () => ({ kept: new Map<string, string>() }),
    )
    for (const [source, translation] of kept) known.set(source, translation)
  }
  return known
}

/** Asks for the same translation once: many conversations are about one job. */
export function askingOnce<Ai extends Translate>(ai: Ai): Ai {
  const asked = new Map<string, ReturnType<Translate['translate']>>()
  return {
    ...ai,
    translate: (request, options) => {
      const key = JSON.stringify(request)
      const answer = asked.get(key) ?? ai.translate(request, options)
      asked.set(key, answer)
      return answer
    },
  }
}
