import { maxTextLength } from '@errand/contract/chats/message'
import { toLatinDigits } from '@errand/contract/search-text'
import { withoutDirectionControls } from '@errand/contract/visible-text'

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
  const { region, timeZone } = answerLocaleOf(request.business)
  const emergency = emergencyNumbers(timeZone)
  const answers = JSON.stringify(after.values)
  const points = createUnknownPointsFinder(
    () => [ownerTexts(request), answers, contactTexts(request)].join('\n'),
    { region, emergency },
  )
  const findAccounts = createUnknownAccountsFinder(() => `${ownerTexts(request)}\n${answers}`)
  const isLeak = createLeaksFinder({
    readInstructions: () => instructionsOf(request),
    readQuotable: () => quotableTexts(request),
    answers,
  })
  const { otherNames = [] } = options
  const findOthers = (text: string) => otherNames.filter((name) => hasWords(plainWords(text), name))
  let read: KnownClaims | undefined
  const known = () =>
    (read ??= knownClaims({
      business: ownerTexts(request),
      answers,
      contact: contactTexts(request),
      open: openHours(request.business.hours),
    }))
  const asked = questionsOf(request)
  // Cut first: a longer text takes long to search, and would be cut in the end.
  const sentences = sentencesOf(cut(toWhatsAppText(reply)))
  const namesEmergencyNumber = (text: string) =>
    toLatinDigits(text)
      .match(/\d+/g)
      ?.some((number) => emergency.includes(number)) === true
  const quoted =
    options.isBuiltIn === true
      ? new Set()
      : quotedInstructions(sentences, request.job, {
          readQuotable: () => quotableTexts(request),
          isFact: (instruction) => isEmergency && namesEmergencyNumber(instruction),
        })
  const removed: string[] = []
  const kept = sentences.filter((sentence, at) => {
    const found = [
      ...points.find(sentence).map(({ kind }) => kind),
      ...findAccounts(sentence).map(() => 'account'),
      ...findOthers(sentence).map(() => 'person'),
      ...(quoted.has(at) ? ['instructions'] : []),
      ...(isLeak(sentence) ? ['credential'] : []),
      ...(isOurs || asked.has(fold(sentence))
        ? []
        : unknownClaims(sentence, known).map(({ kind }) => kind)),
    ].filter((kind) => !(isEmergency && kind === 'promise'))
    removed.push(...found)
    return found.length === 0
  })
  const text = kept
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  // What is spread over several sentences leaves no part that may be sent.
  const spread = [
    ...points.findSpelled(text).map(({ kind }) => kind),
    ...findAccounts(text).map(() => 'account'),
    ...findOthers(text).map(() => 'person'),
    ...(isLeak(text) ? ['credential'] : []),
  ]
  if (spread.length > 0) return { text: '', removed: [...removed, ...spread] }
  // Numbers of a list without its lines say nothing.
  const isEmpty = removed.length > 0 && !/\p{L}/u.test(text)
  return { text: isEmpty ? '' : text, removed }
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

/** Cuts a text at the end of a sentence if possible, and never within a character. */
function cut(text: string): string {
  if (text.length <= maxTextLength) return text
  let kept = ''
  for (const sentence of sentencesOf(text)) {
    if (kept.length + sentence.length > maxTextLength) break
    kept += sentence
  }
  const start = text.slice(0, maxTextLength - 1)
  return kept.trim() || `${start.toWellFormed().replace(/\uFFFD$/, '')}…`
}

/**
 * Replaces Markdown and HTML, which models like to write, by WhatsApp's own formatting. A reply may
 * repeat the contact's text, so each rule has to run in linear time: blanks stay within their line,
 * and marked text contains no such mark.
 */
const rules: [RegExp, string | ((...match: string[]) => string)][] = [
  [/\r\n?/g, '\n'],
  [/<br\s*\/?>/gi, '\n'],
  [/<\/?(?:b|i|u|p|ul|ol|li|em|strong|a|div|span|h[1-6])(?:\s[^<>]*)?>/gi, ''],
  // A picture becomes its text, a named link its name and address.
  [/!\[([^[\]\n]*)\]\([^)\s[]*\)/g, '$1'],
  [/\[([^[\]\n]+)\]\(([^)\s[]+)\)/g, '$1: $2'],
  [/^#{1,6}[ \t]+(.+)$/gm, (_, heading = '') => `*${heading.replace(/(?<!#)#+$/, '').trim()}*`],
  [/\*\*\*([^\n*]+)\*\*\*/g, '*_$1_*'],
  [/\*\*(?=\S)((?:[^\n*]|\*(?!\*))+)(?<=\S)\*\*/g, '*$1*'],
  [/__(?=\S)((?:[^\n_]|_(?!_))+)(?<=\S)__/g, '*$1*'],
  [/~~(?=\S)((?:[^\n~]|~(?!~))+)(?<=\S)~~/g, '~$1~'],
  // A heading that was bold already.
  [/^\*\*(.+)\*\*$/gm, '*$1*'],
  // The language of a code block would be shown.
  [/^```[a-z]+$/gim, '```'],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ''],
  // Tables: no line between head and body, and dots for the bars.
  [/^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+(?:\|[ \t]*)?$\n?/gm, ''],
  [/^[ \t]*\|(.+)\|[ \t]*$/gm, (_, cells = '') => cells.trim()],
  [/\n{3,}/g, '\n\n'],
]

/** A reply with the marks that WhatsApp shows. */
function toWhatsAppText(reply: string): string {
  const text = rules.reduce(
    (done, [mark, shown]) =>
      typeof shown === 'string' ? done.replaceAll(mark, shown) : done.replaceAll(mark, shown),
    // They have people read a text that is written backwards, which no filter finds.
    withoutDirectionControls(reply),
  )
  return text.trim()
}

/** Shorter replies stay whole, because each part is charged. */
const splitAbove = 1000
const maxParts = 3

/** A long reply in up to three parts of about the same length, which end where sentences do. */
export function splitReply(text: string, isSplit: boolean): string[] {
  if (text === '') return []
  if (!isSplit || text.length <= splitAbove) return [text]
  const wanted = Math.min(maxParts, Math.ceil(text.length / splitAbove))
  const parts: string[] = ['']
  let last = 0
  for (const sentence of sentencesOf(text)) {
    const isFull = (parts[last] ?? '').length + sentence.length / 2 > text.length / wanted
    if (isFull && last < wanted - 1 && parts[last] !== '') {
      parts.push('')
      last += 1
    }
    parts[last] += sentence
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Sends the note that somebody else will answer as a message of its own, apart from the next question. */
export function splitOffNote(text: string, aside: string): string[] {
  // Only a whole line is the note.
  const at = aside === '' ? -1 : `\n${text}\n`.indexOf(`\n${aside}\n`)
  if (at === -1) return [text]
  return [text.slice(0, at), aside, text.slice(at + aside.length)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
