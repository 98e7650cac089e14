import { recap, topicsIn } from '../language/recap.ts'
import type { SummaryRequest } from '../turn.ts'
import { isGreeting, isOnlyCourtesy, isQuestion, isThanks } from './intents.ts'
import { clausesOf, tokensOf } from './text.ts'
import { everyLanguage } from './words.ts'

/** What rules can tell of a chat: the answers, how the contact began, and what the contact asked. */
export function summarise({ messages, ...request }: SummaryRequest): string {
  const said = messages.filter(({ author }) => author === 'contact').map(({ text }) => text.trim())
  const words = everyLanguage
  const first = said.find((text) => {
    const scanned = { text, tokens: tokensOf(text) }
    return ![isGreeting, isOnlyCourtesy, isThanks].some((is) => is(scanned, words))
  })
  const asked = said.filter((text) => clausesOf(text).some((clause) => isQuestion(clause, words)))
  const isAnew = topicsIn(request.earlier ?? '').length === 0
  return recap(request, [...(isAnew && first !== undefined ? [first] : []), ...asked])
}
