import type { Message } from '@errand/contract/chats/message'
import { cleanName } from '@errand/contract/visible-text'

import { answerText } from '../../form-data/answer-text.ts'
import { phoneText } from '../../form-data/phone-text.ts'
import { readableText, type Reading } from '../../form-data/readable-answer.ts'
import { previewOf } from '../messages/message-preview.ts'
import type { ExportQuery } from './export-scope.ts'
import type { ExportedChat } from './read-chats.ts'

/** How a chat is written down for its owner. */
export interface ChatContext {
  timeZone: string
  /** The business, as contacts know it. */
  ownerName: string
  /** What is shown of fields and answers: what people read, or the keys that programs know. */
  values: ExportQuery['values']
  reading: Reading
}

/** Who a contact is, to people. */
export const contactName = ({ contact }: ExportedChat): string =>
  cleanName(contact.name) || phoneText(contact.phoneNumber)

/** Who wrote a message, to people; nobody in particular wrote what the product says of itself. */
export function authorName(
  { author }: Message,
  chat: ExportedChat,
  { ownerName }: ChatContext,
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
export const contactPhone = ({ contact }: ExportedChat, { values }: ChatContext): string =>
  values === 'keys' ? contact.phoneNumber : phoneText(contact.phoneNumber)

const editedMark = '<This message was edited>'

/** A chat's answers with what was asked, in the order of its form. */
export function answersOf(
  { formData }: ExportedChat,
  { values: shown, reading }: ChatContext,
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
