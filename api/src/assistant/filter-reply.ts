import { maxTextLength } from '@errand/contract/chats/message'

import type { TurnRequest } from '../ai/turn.ts'
import type { Collected } from '../form-data/collected.ts'
import { placeOf } from '../form-data/reading.ts'
import { contactPointsIn, type ContactPoint } from './contact-points.ts'
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
  const known = new Set(
    contactPointsIn(knownTexts(request, after), region).map(({ value }) => value),
  )
  const isAllowed = ({ kind, value, host }: ContactPoint) =>
    known.has(value) || (kind === 'link' && host !== undefined && known.has(host))
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
