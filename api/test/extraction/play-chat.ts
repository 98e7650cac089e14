import { defaultPreferences } from '@errand/contract/default-preferences'

import type { AiProvider } from '../../src/modules/ai/ai-provider.ts'
import type { TurnMessage } from '../../src/modules/ai/turn.ts'
import { type CollectedAnswers, confirmAnswers } from '../../src/modules/answers/collected.ts'
import { checkTurn, type CheckedTurn } from '../../src/modules/assistant/check-turn.ts'
import { nothingOf, testMessage, testRequest } from '../turns.ts'
import type { ExtractionChat } from './chat.ts'

interface Played {
  collected: CollectedAnswers
  /** What was said, oldest first. */
  messages: TurnMessage[]
  last: CheckedTurn
}

const { hours } = defaultPreferences.business

const hoursOf = ([from, to]: [from: string, to: string]) => ({
  ...hours,
  enabled: true,
  days: hours.days.map(({ day }) => ({ day, open: true, from, to })),
})

/** Has a provider answer a whole chat, with all that is checked between its turns. */
export async function playChat(provider: AiProvider, chat: ExtractionChat): Promise<Played> {
  const messages: TurnMessage[] = []
  let collected = nothingOf(chat.fields)
  let last: CheckedTurn | undefined
  for (const said of chat.says) {
    const inbound = [said].flat().map((text) => testMessage(text))
    const job = { ...chat.job }
    const { locale } = chat
    const business = chat.open === undefined ? {} : { hours: hoursOf(chat.open) }
    const history = [...messages]
    const request = testRequest(collected, { inbound, history, job, locale, business })
    const { signal } = new AbortController()
    const { turn } = await provider.answer(request, { signal })
    last = checkTurn({ turn, request, collected, isShown: true })
    collected = last.action === 'complete' ? confirmAnswers(last.after) : last.after
    const replies = last.replies.map((text) => testMessage(text, { author: 'assistant' }))
    messages.push(...inbound, ...replies)
  }
  if (last === undefined) throw new Error(`Nothing is said in ${chat.name}`)
  return { collected, messages, last }
}
