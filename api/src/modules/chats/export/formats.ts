import type { exportFormats } from '@errand/contract/chats/export'
import type { Message } from '@errand/contract/chats/message'
import { cleanName } from '@errand/contract/visible-text'

import { csvMimeType, encodeTexts, writeCsv } from '../../../platform/http/downloads.ts'
import { localTime } from '../../../platform/period/days.ts'
import type { FormDataRow } from '../../answers/collected.ts'
import {
  answerText,
  capitalise,
  readableCell,
  type DisplayFormat,
} from '../../answers/readable-answer.ts'
import { previewOf } from '../messages/message-view.ts'
import {
  authorName,
  type ChatContext,
  contactPhone,
  type ExportedChat,
  type ExportQuery,
  mediaName,
  type ExportRecord,
} from './read-chats.ts'

/** What a file needs to know beside the chats. */
interface FileContext extends ChatContext {
  /** A column for each field, with a name that is unique in the file. */
  fields: readonly FieldColumn[]
  exportedAt: Date
}

/** Writes a file record by record, as they are read. */
type WriteFormat = (
  pieces: AsyncIterable<ExportRecord>,
  context: FileContext,
) => AsyncIterable<Uint8Array>

/** A field of a form that some exported chat has, with its latest label. */
export interface ExportedField {
  formId: string
  key: string
  label: string | null
}

/** A column of a file: the answers to one field, of one form or of several with the same key and label. */
interface FieldColumn {
  header: string
  key: string
  formIds: ReadonlySet<string>
}

/**
 * A column for each field. The same key with another label is another field; a label that two fields
 * or a base column share gets the key added.
 */
export function fieldColumns(
  fields: readonly ExportedField[],
  { values, taken }: { values: ExportQuery['values']; taken: readonly string[] },
): FieldColumn[] {
  const nameOf = ({ key, label }: ExportedField) =>
    values === 'keys' ? `field_${key}` : (label ?? key)
  const groups = [
    ...Map.groupBy(fields, (field) => JSON.stringify([field.key, nameOf(field)])).values(),
  ]
  const names = groups.flatMap(([field]) => (field === undefined ? [] : [folded(nameOf(field))]))
  const used = [...taken.map(folded), ...names]
  return groups.flatMap((group) => {
    const [field] = group
    if (field === undefined) return []
    const name = nameOf(field)
    const isTaken = used.filter((one) => one === folded(name)).length > 1
    return {
      header: isTaken ? `${name} (${field.key})` : name,
      key: field.key,
      formIds: new Set(group.map(({ formId }) => formId)),
    }
  })
}

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** A chat's answer for a column; empty if its form uses that key for another field. */
function fieldCell(
  { formData }: ExportedChat,
  { key, formIds }: FieldColumn,
  { values: shown, reading }: { values: ExportQuery['values']; reading: DisplayFormat },
): string | number {
  const cells = formData
    .filter(({ formId, values }) => formIds.has(formId) && Object.hasOwn(values, key))
    .map(({ fields, values }) =>
      shown === 'keys'
        ? answerText(values[key])
        : readableCell(
            values[key],
            fields.find((field) => field.key === key),
            reading,
          ),
    )
  const [only = '', ...others] = cells.toReversed()
  return others.length === 0 ? only : [only, ...others].join('; ')
}

interface Line {
  message: Message
  chat: ExportedChat
  context: FileContext
}
/** A column's name, and its cell for a message. */
type Column = [name: string, cell: (line: Line) => string]

const sentAt = ({ message, context }: Line) =>
  localTime(new Date(message.createdAt), context.timeZone)

/** The columns beside those of the fields: for programs, or for people, in the owner's time zone alone. */
const baseColumns: Record<ExportQuery['values'], Column[]> = {
  keys: [
    ['message_id', ({ message }) => message.id],
    ['session_id', ({ message }) => message.sessionId],
    ['time_local', sentAt],
    ['time_utc', ({ message }) => message.createdAt],
    ['direction', ({ message }) => message.direction],
    ['author', ({ message }) => message.author],
    ['type', ({ message }) => message.type],
    ['text', ({ message }) => textOf(message)],
    ['status', ({ message }) => message.status],
    ['error', ({ message }) => errorOf(message)],
    ['template', ({ message }) => message.template?.name ?? ''],
    ['media_file', ({ message }) => mediaName(message) ?? ''],
    ['remarks', ({ message }) => notesOf(message)],
    ['job', ({ chat }) => chat.jobName ?? ''],
    ['contact_name', ({ chat }) => cleanName(chat.contact.name)],
    ['contact_phone', ({ chat, context }) => contactPhone(chat, context)],
  ],
  labels: [
    ['Sent at', sentAt],
    ['From', ({ message, chat, context }) => authorName(message, chat, context) ?? ''],
    ['Message', ({ message }) => textOf(message)],
    ['Kind', ({ message }) => capitalise(message.type)],
    ['Delivery', ({ message }) => capitalise(message.status)],
    ['Error', ({ message }) => errorOf(message)],
    ['Template', ({ message }) => message.template?.name ?? ''],
    ['File', ({ message }) => mediaName(message) ?? ''],
    ['Notes', ({ message }) => notesOf(message)],
    ['Job', ({ chat }) => chat.jobName ?? ''],
    ['Contact name', ({ chat }) => cleanName(chat.contact.name)],
    ['Contact phone', ({ chat, context }) => contactPhone(chat, context)],
  ],
}

/** The names of the base columns. */
export const columnNames = (values: ExportQuery['values']) =>
  baseColumns[values].map(([name]) => name)

const writeCsvFile: WriteFormat = (pieces, context) =>
  writeCsv({
    columns: [...columnNames(context.values), ...context.fields.map(({ header }) => header)],
    rows: rowsOf(pieces, context),
  })

function textOf(message: Message): string {
  if (message.deletedAt !== undefined) return previewOf(message)
  return message.text === '' ? (message.reaction ?? '') : message.text
}

/** One row for each message, with the details of its chat. */
async function* rowsOf(pieces: AsyncIterable<ExportRecord>, context: FileContext) {
  let answers: (string | number)[] = []
  for await (const piece of pieces) {
    const { chat } = piece
    if (piece.type === 'chat') {
      answers = context.fields.map((column) => fieldCell(chat, column, context))
      continue
    }
    const line = { message: piece.message, chat, context }
    yield [...baseColumns[context.values].map(([, cell]) => cell(line)), ...answers]
  }
}

const errorOf = ({ error }: Message): string =>
  error === undefined ? '' : `${error.code} ${error.title}`

const notesOf = ({ remarks }: Message): string => remarks.map(({ text }) => text).join('\n')

/** Writes each chat with its messages as the API shows them. */
const writeJsonFile: WriteFormat = (pieces, context) => encodeTexts(jsonParts(pieces, context))

async function* jsonParts(pieces: AsyncIterable<ExportRecord>, context: FileContext) {
  const { exportedAt, timeZone } = context
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"timeZone":${JSON.stringify(timeZone)},"chats":[`
  let chats = 0
  let messages = 0
  for await (const piece of pieces) {
    if (piece.type === 'message') {
      yield `${messages === 0 ? '' : ','}\n${JSON.stringify(piece.message)}`
      messages += 1
      continue
    }
    const chat = JSON.stringify(toChat(piece.chat, context)).slice(0, -1)
    yield `${chats === 0 ? '' : ']},'}\n${chat},"messages":[`
    chats += 1
    messages = 0
  }
  yield `${chats === 0 ? '' : ']}'}]}\n`
}

function toChat(chat: ExportedChat, context: FileContext) {
  const { session, contact, jobName } = chat
  const [latest = null, ...earlier] = chat.formData.map((set) => ({
    status: set.status,
    values: valuesOf(set, context),
  }))
  const { id, channel, status, closeReason, savedNote, summary } = session
  return {
    id,
    contact: {
      id: contact.id,
      name: contact.name,
      phoneNumber: contact.phoneNumber === null ? '' : contactPhone(chat, context),
      ...(contact.username !== '' && { username: contact.username }),
    },
    job: session.jobId === null ? null : { id: session.jobId, name: jobName ?? '' },
    channel,
    status,
    closeReason,
    savedNote,
    summary,
    createdAt: session.createdAt,
    lastActivityAt: session.lastActivityAt,
    closedAt: session.closedAt,
    formData: latest,
    ...(earlier.length > 0 && { earlierFormData: earlier }),
  }
}

/** The answers by label for people, but lists and booleans stay JSON values. */
function valuesOf(
  formData: FormDataRow,
  { values: shown, reading, fields: columns }: FileContext,
): Record<string, unknown> {
  if (shown === 'keys') return formData.values
  const asked = new Map(formData.fields.map((field) => [field.key, field]))
  const readable = (value: unknown, key: string) =>
    typeof value === 'boolean' ? value : readableCell(value, asked.get(key), reading)
  return Object.fromEntries(
    columns
      .filter(
        ({ key, formIds }) => formIds.has(formData.formId) && Object.hasOwn(formData.values, key),
      )
      .map(({ header, key }) => {
        const value = formData.values[key]
        const isList = Array.isArray(value)
        return [header, isList ? value.map((one) => readable(one, key)) : readable(value, key)]
      }),
  )
}

/** The file formats of an export. */
export const formats: Record<
  (typeof exportFormats)[number],
  { mimeType: string; write: WriteFormat }
> = {
  csv: { mimeType: csvMimeType, write: writeCsvFile },
  json: { mimeType: 'application/json', write: writeJsonFile },
}
