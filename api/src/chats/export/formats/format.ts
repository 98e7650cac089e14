import type { Message } from '@errand/contract/chats/message'
import { contactName as nameOrNumber } from '@errand/contract/visible-text'

import { previewOf } from '../../messages/message-preview.ts'
import type { ExportedChat, Piece } from '../read-chats.ts'

/** What a file says of itself and of its owner. */
export interface FileContext {
  timeZone: string
  /** The business, as contacts know it. */
  ownerName: string
  /** The one chat it is about, or undefined. */
  isOneChat: boolean
  fieldKeys: readonly string[]
  exportedAt: Date
}

/** Writes a file from its pieces, as they come. */
export type WriteFormat = (
  pieces: AsyncIterable<Piece>,
  context: FileContext,
) => AsyncIterable<Uint8Array>

const chunkLength = 64 * 1024

/** A file from its texts, in pieces worth sending. */
export async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < chunkLength) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  if (waiting !== '') yield encoder.encode(waiting)
}

/** Who a contact is, to people. */
export const contactName = ({ contact }: ExportedChat): string => nameOrNumber(contact)

/** Who wrote a message, to people; nobody in particular wrote what the product says of itself. */
export function authorName(
  { author }: Message,
  chat: ExportedChat,
  { ownerName }: FileContext,
): string | undefined {
  if (author === 'contact') return contactName(chat)
  if (author === 'assistant') return 'Assistant'
  return author === 'owner' ? ownerName : undefined
}

/** The name of a message's file, if it has one. */
export const mediaName = ({ media }: Message): string | undefined =>
  media && (media.fileName ?? media.id)

/** What a message says, or what it is when it has no words. */
export function wordsOf(message: Message): string {
  if (message.text !== '') return message.text
  return mediaName(message) === undefined ? previewOf(message) : ''
}

/** A chat's answers with what was asked, in the order of its form. */
export function answersOf({ formData }: ExportedChat): { label: string; value: unknown }[] {
  if (formData === undefined) return []
  const { fields, values } = formData
  const known = fields.toSorted((one, other) => one.order - other.order)
  const labels = new Map(known.map(({ key, label }) => [key, label]))
  const keys = new Set([...labels.keys(), ...Object.keys(values)])
  return [...keys]
    .filter((key) => Object.hasOwn(values, key))
    .map((key) => ({ label: labels.get(key) ?? key, value: values[key] }))
}
