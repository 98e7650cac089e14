import type { AnswerMeta } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'

import { rulesProvider } from '../src/modules/ai/rules/rules-provider.ts'
import type { Turn } from '../src/modules/ai/turn.ts'
import type { CollectedAnswers } from '../src/modules/answers/collected.ts'
import { mergeAnswers } from '../src/modules/answers/merge-answers.ts'
import { answerLocaleOf } from '../src/modules/answers/reading.ts'
import { checkTurn } from '../src/modules/assistant/check-turn.ts'
import { nothingOf, testMessage, testNow, testRequest, testTurn } from './turns.ts'

const place = answerLocaleOf({ timeZone: 'Asia/Kolkata', locale: 'en-IN' })

/** A chat that has collected these answers. */
export const collectedOf = (
  fields: readonly JobField[],
  answers: Record<string, unknown>,
  source: AnswerMeta['source'] = 'contact',
): CollectedAnswers =>
  mergeAnswers(nothingOf(fields), { answers, source, at: testNow, place }).collected

/** What a turn says that reads one answer, from these words. */
export const reads = (key: string, value: unknown, words: unknown = value) =>
  ({ fields: { [key]: value }, evidence: { [key]: words } }) as Pick<Turn, 'fields' | 'evidence'>

type Asked = Partial<Parameters<typeof testRequest>[1]> & { before?: CollectedAnswers }

const askedOf = (said: string, more: Asked) => {
  const { before = nothingOf([]), isShown = false } = more
  const request = testRequest(before, { ...more, inbound: [testMessage(said)], isShown })
  return { request, collected: before, isShown }
}

/** A contact writes this, and a model answers with that turn: what becomes of it. */
export function checkSaid(said: string, turn: Partial<Turn>, more: Asked = {}) {
  const asked = askedOf(said, more)
  const [message] = asked.request.inbound
  return { message, ...checkTurn({ turn: testTurn(turn), ...asked }) }
}

/** A contact writes this, and the built-in provider answers: what becomes of it. */
export async function checkRules(said: string, more: Asked = {}) {
  const asked = askedOf(said, more)
  const { signal } = new AbortController()
  const { turn } = await rulesProvider.answer(asked.request, { signal })
  return checkTurn({ turn, ...asked })
}
