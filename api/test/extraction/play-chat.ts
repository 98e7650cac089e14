import { defaultPreferences } from '@errand/contract/default-preferences'

import type { AiProvider } from '../../src/modules/ai/ai-provider.ts'
import type { TurnMessage } from '../../src/modules/ai/turn.ts'
import type { CollectedAnswers } from '../../src/modules/answers/collected.ts'
import {
  type AnswerSet,
  endTurn,
  nothingAgreed,
  startTurn,
  withProposal,
} from '../../src/modules/answers/proposals.ts'
import { checkTurn, type CheckedTurn } from '../../src/modules/assistant/check-turn.ts'
import { wishOf } from '../../src/modules/assistant/turn-answers.ts'
import { nothingOf, testMessage, testNow, testRequest } from '../turns.ts'
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
  let set: AnswerSet = { ...nothingOf(chat.fields), ...nothingAgreed }
  let last: CheckedTurn | undefined
  for (const said of chat.says) {
    const inbound = [said].flat().map((text) => testMessage(text))
    const job = { ...chat.job }
    const { locale, description = '', open } = chat
    const business = { description, ...(open !== undefined && { hours: hoursOf(open) }) }
    const history = [...messages]
    const request = testRequest(withProposal(set), { inbound, history, job, locale, business })
    const { signal } = new AbortController()
    const { turn } = await provider.answer(request, { signal })
    const start = startTurn(set, wishOf(turn))
    last = checkTurn({ ...start, turn, request, isShown: true })
    set = endTurn(set, start, { ...last, at: testNow })
    const replies = last.replies.map((text) => testMessage(text, { author: 'assistant' }))
    messages.push(...inbound, ...replies)
  }
  if (last === undefined) throw new Error(`Nothing is said in ${chat.name}`)
  return { collected: withProposal(set), messages, last }
}
