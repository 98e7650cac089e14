import type { Message } from '@errand/contract/chats/message'
import { cleanName } from '@errand/contract/visible-text'

import { answerText } from '../../../form-data/answer-text.ts'
import { phoneText } from '../../../form-data/phone-text.ts'
import { readableText, type Reading } from '../../../form-data/readable-answer.ts'
import { previewOf } from '../../messages/message-preview.ts'
import type { ExportQuery } from '../export-scope.ts'
import type { ExportedChat, Piece } from '../read-chats.ts'
import type { FieldColumn } from './field-columns.ts'

/** What a file says of itself and of its owner. */
export interface FileContext {
  timeZone: string
  /** The business, as contacts know it. */
  ownerName: string
  /** The one chat it is about, or undefined. */
  isOneChat: boolean
  /** What is shown of fields and answers: what people read, or the keys that programs know. */
  values: ExportQuery['values']
  reading: Reading
  /** A column for each field, with the name that nothing else of the file has. */
  fields: readonly FieldColumn[]
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
export const contactName = ({ contact }: ExportedChat): string =>
  cleanName(contact.name) || phoneText(contact.phoneNumber)

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

/** What a message says, or what it is when it has no words; as WhatsApp's own export it tells of an edit. */
export function wordsOf(message: Message): string {
  const isWordless = message.text === '' && mediaName(message) === undefined
  const words = isWordless ? previewOf(message) : message.text
  const edited = message.editedAt === undefined || isWordless ? '' : editedMark
  return [words, edited].filter((part) => part !== '').join(' ')
}

/** A contact's number: with spaces for people, as E.164 for programs. */
export const contactPhone = ({ contact }: ExportedChat, { values }: FileContext): string =>
  values === 'keys' ? contact.phoneNumber : phoneText(contact.phoneNumber)
const editedMark = '<This message was edited>'

/** A chat's answers with what was asked, in the order of its form. */
export function answersOf(
  { formData }: ExportedChat,
  { values: shown, reading }: FileContext,
): { label: string; text: string }[] {
  if (formData === undefined) return []
  const { values } = formData
  const fields = new Map(
    formData.fields
      .toSorted((one, other) => one.order - other.order)
      .map((field) => [field.key, field]),
  )
  return [...new Set([...fields.keys(), ...Object.keys(values)])]
    .filter((key) => Object.hasOwn(values, key))
    .map((key) => {
      const field = fields.get(key)
      return shown === 'keys'
        ? { label: key, text: answerText(values[key]) }
        : { label: field?.label ?? key, text: readableText(values[key], field, reading) }
    })
}
