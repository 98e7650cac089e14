import type { JobField } from '@errand/contract/job-field'

import { fold, placeOf } from '../../../form-data/reading.ts'
import { english, phrasesFor } from '../../phrases/phrases.ts'
import { asksForPerson, type Turn, type TurnRequest } from '../../turn.ts'
import type { Surroundings } from './heard.ts'
import { asksSomething, isAngry, wantsPerson } from './intents.ts'
import { languageOf } from './language.ts'
import { openQuestions } from './open-questions.ts'
import { readMessages } from './read-messages.ts'
import { writeTurn } from './write-turn.ts'

/** Answers a contact by rules: reads what the fields ask for, and asks for the next one. */
export async function answerTurn(request: TurnRequest): Promise<Turn> {
  const { inbound, job, business } = request
  const language = languageOf(request)
  const spoken = job.language === 'auto' ? language : job.language
  const phrases = phrasesFor(spoken) ?? english
  const turn: Turn = {
    intent: inbound.some(({ text }) => asksSomething(text)) ? 'question' : 'answer',
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
  }
  if (asksForPerson(request) || inbound.some(({ text }) => wantsPerson(text))) {
    const reply = job.handoffMessage || phrases.handoff
    return { ...turn, reply, action: 'handoff', handoffReason: 'customer_request' }
  }
  if (job.handoff.onAngry && inbound.some(({ text }) => isAngry(text))) {
    const reply = job.handoffMessage || phrases.handoff
    return { ...turn, reply, action: 'handoff', handoffReason: 'negative_sentiment' }
  }
  const surroundings = surroundingsOf({ now: request.now, business, language })
  const reading = await readMessages(request, surroundings, askedFor(request))
  for (const [key, { said, evidence }] of reading.byKey) {
    turn.fields[key] = said
    turn.evidence[key] = evidence
  }
  if (reading.declined !== undefined) {
    turn.fields[reading.declined.field.key] = null
    turn.evidence[reading.declined.field.key] = reading.declined.evidence
  }
  return { ...turn, ...writeTurn({ request, reading, phrases }) }
}

/** What the words of a contact mean where the business is. */
export const surroundingsOf = ({
  now,
  business,
  language,
}: Pick<TurnRequest, 'now'> & {
  business: Pick<TurnRequest['business'], 'timeZone' | 'locale'>
  language: string
}): Surroundings => ({
  now,
  place: placeOf(business, language),
  language,
  isDayFirst: isDayFirst(business.locale),
})

/** What the contact was asked for last, if asked at all. */
function askedFor(request: TurnRequest): JobField[] {
  const { fields, history, job, phase } = request
  const last = history.findLast(({ author }) => author === 'assistant')
  if (last === undefined || phase === 'confirming') return []
  const values = Object.fromEntries(
    fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field.key, value]])),
  )
  const open = openQuestions(request, values)
  if (!job.behaviour.askOneAtATime) return open
  const said = fold(last.text)
  const isNamed = ({ question, label }: JobField) => said.includes(fold(question || label))
  // What was edited answers the same question once more, whatever is open by now.
  const known = request.isEdited === true ? fields.map(({ field }) => field) : []
  const named = open.find(isNamed) ?? known.find(isNamed)
  const [first] = open
  const asked = named ?? first
  return asked === undefined ? [] : [asked]
}

function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0)
  const at = (type: string) => parts.findIndex((part) => part.type === type)
  return at('day') < at('month')
}
