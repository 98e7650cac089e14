import { maxTextLength } from '@errand/contract/chats/message'
import { toLatinDigits } from '@errand/contract/search-text'

import { knownClaims, unknownClaims, type KnownClaims } from '../ai/language/claims.ts'
import { emergencyNumbers } from '../ai/language/emergency-numbers.ts'
import { sentencesOf } from '../ai/language/sentences.ts'
import { allVersionsOf } from '../ai/language/translate-fields.ts'
import { businessTexts, type TurnRequest } from '../ai/turn.ts'
import type { CollectedAnswers } from '../answers/collected.ts'
import { findPhones } from '../answers/phones.ts'
import { fold, answerLocaleOf } from '../answers/reading.ts'

/**
 * Filters a reply before it is sent: converts it to WhatsApp's formatting and removes sentences with
 * links, numbers or addresses that neither the owner nor the contact has written. From a model's text it
 * also removes sentences with prices, times or promises that the business has not made; in an
 * emergency promises stay: `Call 112, it is free of charge`.
 */
export function filterReply(
  reply: string,
  request: TurnRequest,
  after: Pick<CollectedAnswers, 'values'>,
  { isOurs = false, isEmergency = false } = {},
): { text: string; removed: string[] } {
  const { region, timeZone } = answerLocaleOf(request.business)
  const home = { region, emergency: emergencyNumbers(timeZone) }
  const answers = JSON.stringify(after.values)
  const isAllowed = createAllowedCheck(() =>
    [ownerTexts(request), answers, contactTexts(request)].join('\n'),
  )
  let read: KnownClaims | undefined
  const known = () =>
    (read ??= knownClaims({
      business: ownerTexts(request),
      answers,
      contact: contactTexts(request),
      open: widestHours(request.business.hours),
    }))
  const asked = questionsOf(request)
  const removed: string[] = []
  // Cut first: a longer text takes long to search, and would be cut in the end.
  const kept = sentencesOf(cut(toWhatsAppText(reply))).filter((sentence) => {
    const unknownClaimsFound = [
      ...contactPointsIn(sentence, home).filter((point) => !isAllowed(point)),
      ...(isOurs || asked.has(fold(sentence)) ? [] : unknownClaims(sentence, known)),
    ].filter(({ kind }) => !(isEmergency && kind === 'promise'))
    removed.push(...unknownClaimsFound.map(({ kind }) => kind))
    return unknownClaimsFound.length === 0
  })
  const text = kept
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { text, removed }
}

/** The sentences of the owner's questions, which may be asked as they stand. */
function questionsOf({ fields, job }: TurnRequest): ReadonlySet<string> {
  const texts = fields.flatMap(({ field: { question = '' } }) =>
    allVersionsOf(question, job.translations),
  )
  return new Set(texts.flatMap(sentencesOf).map(fold))
}

/** The earliest opening and the latest closing of the week, in hours. */
function widestHours({ enabled, days }: TurnRequest['business']['hours']) {
  const open = days.filter((day) => day.open)
  if (!enabled || open.length === 0) return undefined
  return {
    from: Math.min(...open.map(({ from }) => hourOf(from))),
    to: Math.max(...open.map(({ to }) => hourOf(to))),
  }
}

function hourOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour + minute / 60
}

/** The characters that group the digits of a number. */
const grouping = /[\s()./~‐-―−－-]+/gu
/** Numbers are compared by their last digits, which are the same with and without a country code. */
const comparedDigits = 8

/** Checks whether the owner or the contact has named a contact point; their texts are searched only if needed. */
function createAllowedCheck(readTexts: () => string): (point: ContactPoint) => boolean {
  let addresses: Set<string> | undefined
  let digits: string | undefined
  return (point) => {
    if (point.kind === 'phone') {
      digits ??= toLatinDigits(readTexts()).replaceAll(grouping, '')
      return digits.includes(point.national.slice(-comparedDigits))
    }
    addresses ??= new Set(addressesIn(readTexts()).map(({ value }) => value))
    const { value } = point
    const host = point.kind === 'link' ? point.host : undefined
    return addresses.has(value) || (host !== undefined && addresses.has(host))
  }
}

/** Everything that the owner has written for contacts to read. */
function ownerTexts({ job, business, fields, history, facts, now }: TurnRequest): string {
  const { hours } = business
  return [
    ...businessTexts({ job, business }),
    ...hours.days.flatMap(({ open, from, to }) => (open ? [from, to] : [])),
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
    .filter((text) => text !== undefined)
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

/** A link, address or number in a text. */
type ContactPoint =
  | { kind: 'email'; value: string }
  /** A host that the owner has named allows all of its pages. */
  | { kind: 'link'; value: string; host?: string }
  | { kind: 'phone'; value: string; national: string }

/** Matches from the @ and looks behind it, because matching from each letter would take quadratic time. */
const emails = /(?<=([\p{L}\p{N}._%+-]{1,64}))@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** A link with a scheme or `www.`, or a bare host name with a usual top-level domain. */
const links =
  /(?::\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|info|biz|io|co|me|app|dev|in|uk|us|de|fr|es|it|ru|cn|shop|store|online|site|xyz|top|link|ly|gl|page|example)(?![\p{L}\p{N}@-])(?:\/[^\s<>"']*)?/giu

/** The region of the business, for the format of phone numbers, and its emergency numbers. */
interface Home {
  region: string
  emergency: readonly string[]
}

/** The links, e-mail addresses and phone numbers in a text. */
function contactPointsIn(text: string, { region, emergency }: Home): ContactPoint[] {
  return [
    ...addressesIn(text),
    ...findPhones(text, region)
      .filter(({ start, end }) => !isOfEmergency(text.slice(start, end), emergency))
      .map(({ value, national }) => ({ kind: 'phone' as const, value, national })),
  ]
}

/** Whether a phone number is really a list of emergency numbers, such as `15 / 17 / 18`. */
function isOfEmergency(phone: string, emergency: readonly string[]): boolean {
  const numbers = toLatinDigits(phone).match(/\d+/g) ?? []
  const isEachOnce = new Set(numbers).size === numbers.length
  return isEachOnce && numbers.every((number) => emergency.includes(number))
}

/** The links and e-mail addresses in a text. */
function addressesIn(text: string): ContactPoint[] {
  const found: ContactPoint[] = []
  let rest = ''
  let end = 0
  for (const { 0: host, 1: local = '', index } of text.matchAll(emails)) {
    found.push({ kind: 'email', value: withoutEndPunctuation(`${local}${host}`).toLowerCase() })
    rest += `${text.slice(end, Math.max(end, index - local.length))} `
    end = index + host.length
  }
  rest += text.slice(end)
  return [...found, ...Array.from(rest.matchAll(links), ([link]) => toLink(link))]
}

function toLink(written: string): ContactPoint {
  const link = withoutEndPunctuation(written)
  const url = URL.parse(link.startsWith('://') ? `https${link}` : `https://${link}`)
  if (url === null) return { kind: 'link', value: link.toLowerCase() }
  const host = url.hostname.replace(/^www\./, '')
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '')
  return { kind: 'link', value: `${host}${path}`, host }
}

/** Removes punctuation at the end, which is not part of a link. */
const withoutEndPunctuation = (text: string): string =>
  text.replace(/(?<![.,;:!?)\]}»”'"।])[.,;:!?)\]}»”'"।]+$/u, '')

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
    reply,
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
