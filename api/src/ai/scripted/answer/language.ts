import { detectLanguage } from '../../detect-language.ts'
import type { TurnRequest } from '../../turn.ts'

/** Of the last of the contact's messages that shows it, or else of the job and the business. */
export function languageOf({ inbound, history, job, business }: TurnRequest): string {
  const theirs = [...history, ...inbound].filter(({ author }) => author === 'contact')
  for (const { text } of theirs.toReversed()) {
    const language = detectLanguage(text)
    if (language !== undefined) return language
  }
  const fallback = job.language === 'auto' ? business.locale : job.language
  return fallback.split('-')[0] ?? 'en'
}
