import { maxTextLength } from '@errand/contract/chats/message'

import type { TurnRequest } from '../ai/turn.ts'
import type { Collected } from '../form-data/collected.ts'
import { toLatinDigits } from '@errand/contract/latin-digits'
import { placeOf } from '../form-data/reading.ts'
import { addressesIn, contactPointsIn, type ContactPoint } from './contact-points.ts'
import { sentencesOf } from './sentences.ts'
import { toWhatsAppText } from './whatsapp-text.ts'

/**
 * A reply that may be sent: as WhatsApp shows it, and without links, numbers and addresses that
 * neither the owner nor the contact himself has written. A sentence that has one goes as a whole.
 */
export function filterReply(
  reply: string,
  request: TurnRequest,
  after: Pick<Collected, 'values'>,
): { text: string; removed: string[] } {
  const { region } = placeOf(request.business)
  const isAllowed = readKnown(() => knownTexts(request, after))
  const removed: string[] = []
  const kept = sentencesOf(toWhatsAppText(reply)).filter((sentence) => {
    const strange = contactPointsIn(sentence, region).filter((point) => !isAllowed(point))
    removed.push(...strange.map(({ kind }) => kind))
    return strange.length === 0
  })
  const text = kept
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { text: cut(text), removed }
}

/** How a number may be grouped. */
const grouping = /[\s()./~‐-―−－-]+/gu
/** The end of a number, which is the same with a country's digits before it and without. */
const tellingDigits = 8

/** Tells whether somebody has named it; all that was said in a chat is read only when a reply names one. */
function readKnown(readTexts: () => string): (point: ContactPoint) => boolean {
  let addresses: Set<string> | undefined
  let digits: string | undefined
  return (point) => {
    if (point.kind === 'phone') {
      digits ??= toLatinDigits(readTexts()).replaceAll(grouping, '')
      return digits.includes(point.national.slice(-tellingDigits))
    }
    addresses ??= new Set(addressesIn(readTexts()).map(({ value }) => value))
    const { value } = point
    const host = point.kind === 'link' ? point.host : undefined
    return addresses.has(value) || (host !== undefined && addresses.has(host))
  }
}

/** What the owner has written for the contact to read, and what the contact has written himself. */
function knownTexts(
  { job, fields, history, inbound }: TurnRequest,
  { values }: Pick<Collected, 'values'>,
): string {
  const owners = history.filter(({ author }) => author === 'owner')
  const contacts = [...history, ...inbound].filter(({ author }) => author === 'contact')
  return [
    job.instructions,
    ...job.guardrails,
    job.greeting,
    job.completionMessage,
    job.fallbackMessage,
    job.handoffMessage,
    ...fields.flatMap(({ field: { question, help, example } }) => [question, help, example]),
    JSON.stringify(values),
    ...owners.map(({ text }) => text),
    // His number and address are his own; his links are not ours to spread.
    ...contacts.map(({ text }) => withoutLinks(text)),
  ]
    .filter((text) => text !== undefined)
    .join('\n')
}

const withoutLinks = (text: string): string => text.replaceAll(/(?:https?:\/\/|www\.)\S+/gi, ' ')

/** At the end of a sentence if there is one, never within a character. */
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
