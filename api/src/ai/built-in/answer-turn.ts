import type { JobField } from '@errand/contract/job-field'

import { detectLanguage } from '../detect-language.ts'
import { english, phrasesFor } from '../phrases/phrases.ts'
import { asksForPerson, type Turn, type TurnRequest } from '../turn.ts'
import { answerQuestions } from './answer-questions.ts'
import { asksForBot, conceptsOf } from './concepts.ts'
import { factForEmergency } from './facts.ts'
import { isQuestion, refuses } from './intents.ts'
import { readBurst } from './read-burst.ts'
import { isNewChat, lastReply, readerOf } from './reader.ts'
import { clausesOf, says, tokensOf } from './text.ts'
import { wordsOf, type Words } from './words.ts'
import { writeTurn } from './write-turn.ts'

/** Answers a contact by rules: hears what they want, reads what the fields ask for, and says what is next. */
export async function answerTurn(request: TurnRequest): Promise<Turn> {
  const language = languageOf(request)
  const { job, inbound, business } = request
  const phrases = phrasesFor(job.language === 'auto' ? language : job.language) ?? english
  const words = wordsOf([language, business.locale, business.locale.split('-')[0] ?? 'en'])
  const turn = emptyTurn(language)
  const tokens = inbound.flatMap(({ text }) => tokensOf(text))
  const isEmergency = says(tokens, words.emergency)
  const asked = askedFor(request)
  if (
    asksForPerson(request) ||
    (says(tokens, words.person) && wantsPerson(request, asked, words))
  ) {
    const isUrgent = isEmergency || conceptsOf(tokens).has('emergency')
    const help = isUrgent ? helpFor(request) : {}
    return { ...turn, ...help, intent: 'person', ...handoff('customer_request') }
  }
  const reader = readerOf(request, { words, language, asked })
  const reading = await readBurst(reader)
  if (isEmergency)
    return { ...turn, ...helpFor(request), intent: 'other', ...handoff('unsupported_request') }
  if (job.handoff.onAngry && says(tokens, words.anger))
    return { ...turn, intent: 'complaint', ...handoff('negative_sentiment') }
  if (says(tokens, words.stop)) return { ...turn, intent: 'stop', reply: phrases.stopHint }
  const { reply: answer, ...answered } = answerQuestions(reader, reading, phrases)
  const read = Array.from(reading.byKey, ([key, { said, evidence }]) => ({ key, said, evidence }))
  const declined = Array.from(reading.declined, ([key, evidence]) => ({
    key,
    said: null,
    evidence,
  }))
  const all = [...read, ...declined]
  return {
    ...turn,
    fields: Object.fromEntries(all.map(({ key, said }) => [key, said])),
    evidence: Object.fromEntries(all.map(({ key, evidence }) => [key, evidence])),
    ...answered,
    ...writeTurn({ reader, reading, phrases, answer }),
  }
}

const emptyTurn = (language: string): Turn => ({
  intent: 'answer',
  reply: '',
  asks: [],
  sources: [],
  unanswered: null,
  action: 'continue',
  handoffReason: null,
  language,
  fields: {},
  evidence: {},
  confidence: 0.9,
})

const handoff = (handoffReason: Turn['handoffReason']) =>
  ({ action: 'handoff', handoffReason }) as const

/** What is said at once in an emergency, if its texts have anything on it. */
function helpFor(request: TurnRequest): Partial<Turn> {
  const fact = factForEmergency(request)
  return fact === undefined ? {} : { reply: fact.text, sources: fact.sources }
}

/** `not needed, call me here` is an answer, and `are you a person?` a question. */
const wantsPerson = ({ inbound }: TurnRequest, asked: readonly JobField[], words: Words): boolean =>
  !inbound.some(
    ({ text }) =>
      (asked.length > 0 && refuses({ tokens: tokensOf(text) }, words)) ||
      clausesOf(text).some((clause) => isQuestion(clause, words) && asksForBot(clause.tokens)),
  )

/** What the contact writes in: the last messages count most, and a word alone changes no language. */
function languageOf({ inbound, history, job, business }: TurnRequest): string {
  const now = inbound.map(({ text }) => text).join(' ')
  const before = history.filter(({ author }) => author === 'contact').map(({ text }) => text)
  const fallback = job.language === 'auto' ? business.locale : job.language
  return detectLanguage(now, before) ?? fallback.split('-')[0] ?? 'en'
}

/** What the contact was asked for last, as far as it is still open. */
function askedFor(request: TurnRequest): JobField[] {
  if (request.phase === 'confirming' || isNewChat(request)) return []
  const open = request.fields
    .filter(({ value, isAsked }) => value === undefined && isAsked)
    .map(({ field }) => field)
  if (!request.job.behaviour.askOneAtATime) return open
  const last = lastReply(request)
  const named = open.find(({ question = '', label }) => last.includes(question || label))
  return [named ?? open[0] ?? []].flat()
}
