import type { JobField } from '@errand/contract/job-field'

import { builtInQuestionFor, inContactLanguage } from '../../phrases/own-texts.ts'
import { english, phrasesFor } from '../../phrases/phrases.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { allVersionsOf, translateFields, translateText } from '../language/translate-fields.ts'
import { asksForPerson, type Turn, type TurnRequest } from '../turn.ts'
import {
  detectCancellation,
  detectChange,
  detectChoice,
  openedFields,
  confirmsAndAsksForMore,
  describeAgreed,
} from './agreed-change.ts'
import { answerQuestions } from './answer-questions.ts'
import { asksWhetherBot, conceptsOf } from './concepts.ts'
import { factForEmergency } from './facts.ts'
import { isNameField } from './find-name.ts'
import { isNudge, isQuestion, refuses } from './intents.ts'
import { ownerSentences } from './owner-sentences.ts'
import { readBurst } from './read-burst.ts'
import {
  isAfterGreeting,
  isNewChat,
  lastReply,
  fieldsLeftToAsk,
  createReader,
  type BurstReading,
} from './reader.ts'
import { clausesOf, maxLetters, says, saysOnly, tokensOf, type Token } from './text.ts'
import { wordsOf, type Words } from './words.ts'
import { greetingOf, writeTurn } from './write-turn.ts'

/** Answers a contact by rules: hears what they want, reads what the fields ask for, and says what is next. */
export function answerTurn(whole: TurnRequest): Turn {
  const given = { ...whole, inbound: latestOf(whole.inbound) }
  const language = languageOf(given)
  const { job, inbound, business } = given
  const phrases = phrasesFor(job.language === 'auto' ? language : job.language) ?? english
  const words = wordsOf([language, business.locale, business.locale.split('-')[0] ?? 'en'])
  const present = withFieldsIn(given, phrases.tag)
  const hearing = createReader(present, { words, language, asked: [] })
  const change = detectChange(hearing, phrases)
  const isNext = change === 'another' && (given.phase === 'completed' || given.isChange === true)
  const request = isNext ? { ...present, fields: openedFields(present.fields) } : present
  const turn = emptyTurn(language)
  const tokens = inbound.flatMap(({ text }) => tokensOf(text))
  const isEmergency = says(tokens, words.emergency)
  const asked = askedFor(request, given)
  const last = lastReply(request)
  const isAfterFact = ownerSentences(request).some(({ text }) => last.includes(text))
  const reader = createReader(request, {
    words,
    language,
    asked,
    isAfterFact,
    isAfterGreeting: isAfterGreeting(request),
  })
  const reading = readBurst(reader)
  // `Anyone there?` asks for an answer, whoever gives it.
  const isCall = reading.messages.every((one) => isNudge(one, words))
  const isForPerson =
    !isCall && asksToTalkToOwner(tokens, words) && wantsPerson(request, asked, words)
  if (asksForPerson(request) || isForPerson) {
    const isUrgent = isEmergency || conceptsOf(tokens).has('emergency')
    const help = isUrgent ? emergencyHelp(request) : {}
    const clear = toTurnAnswers(reading, ({ type }) => hasOwnForm.has(type))
    const reason = isEmergency ? 'emergency' : 'customer_request'
    return { ...turn, ...clear, ...help, intent: 'person', ...handoff(reason) }
  }
  if (isEmergency)
    return { ...turn, ...emergencyHelp(request), intent: 'other', ...handoff('emergency') }
  if (job.handoff.onAngry && says(tokens, words.anger))
    return { ...turn, intent: 'complaint', ...handoff('negative_sentiment') }
  if (says(tokens, words.stop)) return { ...turn, intent: 'stop', reply: phrases.stopHint }
  const which = detectChoice(hearing, phrases)
  if (change === 'keep') return { ...turn, change, intent: 'correction', reply: phrases.unchanged }
  if (change === 'another' && !isNext) return { ...turn, change, reply: phrases.seen }
  // The yes counts; what else is wanted is not known well enough to book it.
  if (confirmsAndAsksForMore(hearing)) {
    const unanswered = inbound.map(({ text }) => text).join(' ')
    return { ...turn, action: 'complete', unanswered }
  }
  const cancelling = detectCancellation(hearing, phrases)
  if (cancelling !== undefined) return { ...turn, ...cancelling, intent: 'refusal' }
  const agreed = describeAgreed(hearing, phrases)
  if (agreed !== '') return { ...turn, intent: 'question', reply: agreed }
  // The product goes on with what was said before the question.
  if (which !== undefined)
    return { ...turn, ...(which === 'another' && { change: which }), action: 'complete' }
  const isNeeded = asked.length !== 1 || asked.some(({ required }) => required)
  const said = inbound.map(({ text }) => text).join('\n')
  const isBare = ![...reading.byKey.values()].some(
    ({ field, evidence }) => hasOwnForm.has(field.type) && said.includes(evidence),
  )
  const isAnswered = request.fields.some(({ value }) => value !== undefined)
  if (isBare && isNeeded) {
    if (says(tokens, words.drop)) return { ...turn, intent: 'refusal', reply: phrases.chatEnded }
    const parts = inbound.flatMap(({ text }) => clausesOf(text))
    const isParting = saysOnly(parts.at(-1)?.tokens ?? [], words.bye) && !isNewChat(request)
    if (says(tokens, words.later) || (isParting && !isAnswered))
      return { ...turn, intent: 'other', reply: phrases.later }
  }
  const own = { ...reader, request: { ...request, job: { ...job, ...ownTexts(job, phrases.tag) } } }
  const { reply: answer, isRuled, broken, ...answered } = answerQuestions(own, reading, phrases)
  // Who cancels what is not known here is passed on as well, whatever day is named.
  const isUnknown = asked.length === 0 && says(tokens, words.cancel)
  if ((isBare && says(tokens, words.existing)) || isUnknown) {
    const reply = [answer, phrases.seen].filter((text) => text !== '').join('\n')
    const unanswered = inbound.map(({ text }) => text).join(' ')
    return { ...turn, ...answered, intent: 'question', reply, unanswered }
  }
  // Who runs into a rule is asked nothing more, and loses nothing else that they said.
  if (isRuled) {
    const kept = toTurnAnswers(reading, ({ key }) => !broken.has(key))
    return {
      ...turn,
      ...kept,
      ...answered,
      reply: [greetingOf(own, phrases), answer].join('\n').trim(),
    }
  }
  return {
    ...turn,
    ...(change !== undefined && { change }),
    ...toTurnAnswers(reading),
    ...answered,
    ...writeTurn({ reader: own, reading, phrases, answer }),
  }
}

/** More of a burst is not read, so that nobody who writes much holds up the others. */
const maxLettersOfBurst = 8000

/** The latest messages of a burst, as far as they are read. */
function latestOf(inbound: TurnRequest['inbound']): TurnRequest['inbound'] {
  let letters = 0
  return inbound
    .toReversed()
    .filter(({ text }) => {
      letters += Math.min(text.length, maxLetters)
      return letters <= maxLettersOfBurst
    })
    .toReversed()
}

/** The owner's texts in the contact's language, as they were translated or as the product drafted them. */
const ownTexts = (job: TurnRequest['job'], language: string) => ({
  greeting: inContactLanguage(job.greeting, language),
  completionMessage: translateText(job.completionMessage, job.translations, language),
  fallbackMessage: inContactLanguage(job.fallbackMessage, language),
  notUnderstoodMessage: inContactLanguage(job.notUnderstoodMessage, language),
})

/** What is known by its form alone, whatever else the message says. */
const hasOwnForm = new Set<JobField['type']>(['email', 'phone', 'date', 'datetime', 'select'])

/** What was read, and what the contact would rather not say. */
function toTurnAnswers(
  { byKey, declined }: BurstReading,
  isKept: (field: JobField) => boolean = () => true,
): Pick<Turn, 'fields' | 'evidence'> {
  const read = [...byKey].filter(([, { field }]) => isKept(field))
  const values = read.map(([key, { said }]) => [key, said] as const)
  const quotes = read.map(([key, { evidence }]) => [key, evidence] as const)
  const refusals = [...declined.keys()].map((key) => [key, null] as const)
  return {
    fields: Object.fromEntries([...values, ...refusals]),
    evidence: Object.fromEntries([...quotes, ...declined]),
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
function emergencyHelp(request: TurnRequest): Partial<Turn> {
  const fact = factForEmergency(request)
  return fact === undefined ? {} : { reply: fact.text, sources: fact.sources }
}

/** `can I speak with the owner`: by a phrase, or by both words. */
function asksToTalkToOwner(tokens: readonly Token[], words: Words): boolean {
  const about = conceptsOf(tokens)
  return says(tokens, words.person) || (about.has('talk') && about.has('boss'))
}

/** `not needed, call me here` is an answer, and `are you a person?` a question. */
const wantsPerson = ({ inbound }: TurnRequest, asked: readonly JobField[], words: Words): boolean =>
  !inbound.some(
    ({ text }) =>
      (asked.length > 0 && refuses({ tokens: tokensOf(text) }, words)) ||
      clausesOf(text).some((clause) => isQuestion(clause, words) && asksWhetherBot(clause.tokens)),
  )

/** What the contact writes in: the last messages count most, and a word alone changes no language. */
function languageOf({ inbound, history, job, business }: TurnRequest): string {
  const now = inbound.map(({ text }) => text).join(' ')
  const before = history.filter(({ author }) => author === 'contact').map(({ text }) => text)
  const fallback = job.language === 'auto' ? business.locale : job.language
  const [home = 'en'] = fallback.split('-')
  return detectLanguage(now, before, home) ?? home
}

/** Its fields as the contact reads them. */
function withFieldsIn(request: TurnRequest, language: string): TurnRequest {
  const { fields, job } = request
  const owners = fields.map(({ field }) => field)
  const translated = translateFields(owners, job.translations, language)
  return {
    ...request,
    fields: fields.map((state, index) => ({ ...state, field: translated[index] ?? state.field })),
  }
}

/** What the contact was asked for last, as far as it is still open; perhaps in another language. */
function askedFor(request: TurnRequest, { fields, job }: TurnRequest): JobField[] {
  if (request.phase === 'confirming' || isNewChat(request)) return []
  if (isAfterGreeting(request)) {
    const [first] = fieldsLeftToAsk(request)
    // Nobody who is asked what they want says their name.
    return first === undefined || isNameField(first) ? [] : [first]
  }
  const open = request.fields
    .filter(({ value, isAsked }) => value === undefined && isAsked)
    .map(({ field }) => field)
  if (!request.job.behaviour.askOneAtATime) return open
  const last = lastReply(request)
  const named = open.find(({ key }) => {
    const { question = '', label = '' } = fields.find(({ field }) => field.key === key)?.field ?? {}
    const asked = question || builtInQuestionFor(label, 'en') || label
    return allVersionsOf(asked, job.translations).some((text) => last.includes(text))
  })
  return [named ?? open[0] ?? []].flat()
}
