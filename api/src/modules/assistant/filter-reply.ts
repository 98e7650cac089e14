import { toLatinDigits } from '@errand/contract/search-text'

import { rangesOf } from '../../platform/period/opening-hours.ts'
import { knownClaims, unknownClaims, type KnownClaims } from '../ai/language/claims.ts'
import { emergencyNumbers } from '../ai/language/emergency-numbers.ts'
import { sentencesOf } from '../ai/language/sentences.ts'
import { allVersionsOf } from '../ai/language/translate-fields.ts'
import { textsForContacts, type TurnRequest } from '../ai/turn.ts'
import type { CollectedAnswers } from '../answers/collected.ts'
import { fold, answerLocaleOf } from '../answers/reading.ts'
import { createUnknownPointsFinder } from './contact-points.ts'
import { createLeaksFinder } from './leaked-credentials.ts'
import { createUnknownAccountsFinder } from './payment-accounts.ts'
import { plainWords, quotedInstructions } from './quoted-instructions.ts'
import { cut, toWhatsAppText } from './reply-format.ts'
import { hasWords } from './turn-answers.ts'

export interface FilterOptions {
  /** The text is the product's own, with answers in it. */
  isOurs?: boolean
  isEmergency?: boolean
  /** The built-in rules quote instructions that are for contacts, and nobody can talk them over. */
  isBuiltIn?: boolean
  /** Names of other contacts that the reply may contain, as their words alone. */
  otherNames?: readonly string[]
}

/**
 * Filters a reply before it is sent: converts it to WhatsApp's formatting and removes sentences that a
 * contact may have talked a model into: with links, numbers, addresses or accounts that nobody has named,
 * with other contacts, with the instructions, with credentials. From a model's text it also removes sentences with prices,
 * times or promises that the business has not made; in an emergency promises stay: `Call 112, it is free
 * of charge`.
 */
export function filterReply(
  reply: string,
  request: TurnRequest,
  after: Pick<CollectedAnswers, 'values'>,
  options: FilterOptions = {},
): { text: string; removed: string[] } {
  const { isOurs = false, isEmergency = false } = options
  // Cut first: a longer text takes long to search, and would be cut in the end.
  const sentences = sentencesOf(cut(toWhatsAppText(reply)))
  const { inAnyPart, inSentence, spelledOut } = findersFor(sentences, request, after, options)
  const asked = questionsOf(request)
  const findClaims = createClaimsFinder(request, after)
  const removed: string[] = []
  const kept = sentences.filter((sentence, at) => {
    const found = [
      ...[...inSentence, ...inAnyPart].flatMap((find) => find(sentence, at)),
      ...(isOurs || asked.has(fold(sentence)) ? [] : findClaims(sentence)),
    ].filter((kind) => !(isEmergency && kind === 'promise'))
    removed.push(...found)
    return found.length === 0
  })
  const text = kept
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  // What is spread over several sentences leaves no part that may be sent.
  const spread = [spelledOut, ...inAnyPart].flatMap((find) => find(text, -1))
  if (spread.length > 0) return { text: '', removed: [...removed, ...spread] }
  // Numbers of a list without its lines say nothing.
  const isEmpty = removed.length > 0 && !/\p{L}/u.test(text)
  return { text: isEmpty ? '' : text, removed }
}

/** The kinds of what a text names that it may not, once for each. */
type Finder = (text: string, at: number) => string[]

/** What may be found in a reply, each with the texts that allow it. */
function findersFor(
  sentences: readonly string[],
  request: TurnRequest,
  { values }: Pick<CollectedAnswers, 'values'>,
  { isEmergency = false, isBuiltIn = false, otherNames = [] }: FilterOptions,
): { inSentence: Finder[]; spelledOut: Finder; inAnyPart: Finder[] } {
  const { region, timeZone } = answerLocaleOf(request.business)
  const emergency = emergencyNumbers(timeZone)
  const answers = JSON.stringify(values)
  const readQuotable = () => quotableTexts(request)
  const points = createUnknownPointsFinder(
    () => [ownerTexts(request), answers, contactTexts(request)].join('\n'),
    { region, emergency },
  )
  const findAccounts = createUnknownAccountsFinder(() => `${ownerTexts(request)}\n${answers}`)
  const readInstructions = () => instructionsOf(request)
  const isLeak = createLeaksFinder({ readInstructions, readQuotable, answers })
  // In an emergency the owner's direction where to call is for contacts too.
  const isFact = (text: string) =>
    isEmergency && (toLatinDigits(text).match(/\d+/g) ?? []).some((one) => emergency.includes(one))
  const quoted = isBuiltIn
    ? new Set()
    : quotedInstructions(sentences, request.job, { readQuotable, isFact })
  return {
    inSentence: [
      (text) => points.find(text).map(({ kind }) => kind),
      (_, at) => (quoted.has(at) ? ['instructions'] : []),
    ],
    spelledOut: (text) => points.findSpelled(text).map(({ kind }) => kind),
    inAnyPart: [
      (text) => findAccounts(text).map(() => 'account'),
      (text) => otherNames.filter((name) => hasWords(plainWords(text), name)).map(() => 'person'),
      (text) => (isLeak(text) ? ['credential'] : []),
    ],
  }
}

/** Finds prices, times and promises that the business has not made; its texts are read only if needed. */
function createClaimsFinder(
  request: TurnRequest,
  { values }: Pick<CollectedAnswers, 'values'>,
): (sentence: string) => string[] {
  let read: KnownClaims | undefined
  const known = () =>
    (read ??= knownClaims({
      business: ownerTexts(request),
      answers: JSON.stringify(values),
      contact: contactTexts(request),
      open: openHours(request.business.hours),
    }))
  return (sentence) => unknownClaims(sentence, known).map(({ kind }) => kind)
}

/** The sentences of the owner's questions, which may be asked as they stand. */
function questionsOf({ fields, job }: TurnRequest): ReadonlySet<string> {
  const texts = fields.flatMap(({ field: { question = '' } }) =>
    allVersionsOf(question, job.translations),
  )
  return new Set(texts.flatMap(sentencesOf).map(fold))
}

/** The times in which the business is open on some day of the week, in hours. */
function openHours({ enabled, days }: TurnRequest['business']['hours']) {
  const ranges = days.flatMap((day) => (enabled && day.open ? rangesOf(day) : []))
  return ranges.map(({ from, to }) => ({ from: hourOf(from), to: hourOf(to) }))
}

function hourOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour + minute / 60
}

/** The texts in which a name may stand that a reply repeats. */
export const namesAllowedIn = (request: TurnRequest): string =>
  [ownerTexts(request), request.customer?.name ?? '', contactTexts(request)].join('\n')

/** Everything that the owner has written. */
const ownerTexts = (request: TurnRequest): string =>
  `${instructionsOf(request)}\n${quotableTexts(request)}`

/** What the owner has written for the assistant alone. */
const instructionsOf = ({ job }: TurnRequest): string =>
  [job.instructions, ...job.guardrails].join('\n')

/** Everything that the owner has written for contacts to read. */
function quotableTexts({ job, business, fields, history, facts, now }: TurnRequest): string {
  const { hours } = business
  return [
    ...textsForContacts({ job, business }),
    ...hours.days.flatMap((day) =>
      day.open ? rangesOf(day).flatMap(({ from, to }) => [from, to]) : [],
    ),
    ...fields.flatMap(({ field: { question, help, example, options = [], validation } }) => [
      question,
      help,
      example,
      ...options.map(({ label }) => label),
      validation === undefined ? undefined : JSON.stringify(validation),
    ]),
    ...[...job.translations.values()].flatMap((texts) => [...texts.values()]),
    ...history.filter(({ author }) => author === 'owner').map(({ text }) => text),
    ...facts,
    now.toISOString().slice(0, 10),
  ]
    .filter((text) => text !== undefined && text !== '')
    .join('\n')
}

/** The contact's own texts. Their numbers and addresses may be repeated, but not their links. */
const contactTexts = ({ history, inbound }: TurnRequest): string =>
  [...history, ...inbound]
    .filter(({ author }) => author === 'contact')
    .map(({ text }) => withoutLinks(text))
    .join('\n')

const withoutLinks = (text: string): string => text.replaceAll(/(?:https?:\/\/|www\.)\S+/gi, ' ')
