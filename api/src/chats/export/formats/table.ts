import type { Message } from '@errand/contract/chats/message'
import { cleanName } from '@errand/contract/visible-text'

import { capitalised } from '../../../form-data/readable-answer.ts'
import { writeCsv } from '../../../http/csv.ts'
import { localTime } from '../../../period/days.ts'
import { writeXlsx } from '../../../spreadsheet/xlsx.ts'
import type { ExportedChat, Piece } from '../read-chats.ts'
import { previewOf } from '../../messages/message-preview.ts'
import { fieldCell } from './field-columns.ts'
import {
  authorName,
  contactPhone,
  mediaName,
  type FileContext,
  type WriteFormat,
} from './format.ts'

/** For programs: every part of a message, by its key. */
const keyColumns = [
  'message_id',
  'session_id',
  'time_local',
  'time_utc',
  'direction',
  'author',
  'type',
  'text',
  'status',
  'error',
  'template',
  'media_file',
  'remarks',
  'job',
  'contact_name',
  'contact_phone',
]

/** For people, who need no ids and one clock. */
const labelColumns = [
  'Sent at',
  'From',
  'Message',
  'Kind',
  'Delivery',
  'Error',
  'Template',
  'File',
  'Notes',
  'Job',
  'Contact name',
  'Contact phone',
]

/** The columns of a table beside those of the fields. */
export const baseColumns = { keys: keyColumns, labels: labelColumns }

export const writeCsvFile: WriteFormat = (pieces, context) => writeCsv(tableOf(pieces, context))
export const writeXlsxFile: WriteFormat = (pieces, context) => {
  const { columns, rows } = tableOf(pieces, context)
  return writeXlsx({ columns, rows: inTexts(rows) })
}

async function* inTexts(rows: AsyncIterable<(string | number)[]>) {
  for await (const row of rows) yield row.map(String)
}

function textOf(message: Message): string {
  if (message.deletedAt !== undefined) return previewOf(message)
  return message.text === '' ? (message.reaction ?? '') : message.text
}

/** One line for each message, with what is known of its chat. */
function tableOf(pieces: AsyncIterable<Piece>, context: FileContext) {
  const headers = context.fields.map(({ header }) => header)
  return {
    columns: [...baseColumns[context.values], ...headers],
    rows: rowsOf(pieces, context),
  }
}

async function* rowsOf(pieces: AsyncIterable<Piece>, context: FileContext) {
  const cellsOf = context.values === 'keys' ? keyCells : labelCells
  let answers: (string | number)[] = []
  for await (const piece of pieces) {
    const { chat } = piece
    if (piece.type === 'chat') {
      answers = context.fields.map((column) => fieldCell(chat, column, context))
      continue
    }
    yield [...cellsOf(piece.message, chat, context), ...answers]
  }
}

function keyCells(message: Message, chat: ExportedChat, { timeZone }: FileContext): string[] {
  return [
    message.id,
    message.sessionId,
    localTime(new Date(message.createdAt), timeZone),
    message.createdAt,
    message.direction,
    message.author,
    message.type,
    textOf(message),
    message.status,
    errorOf(message),
    message.template?.name ?? '',
    mediaName(message) ?? '',
    notesOf(message),
    chat.jobName ?? '',
    cleanName(chat.contact.name),
    chat.contact.phoneNumber,
  ]
}

function labelCells(message: Message, chat: ExportedChat, context: FileContext): string[] {
  return [
    localTime(new Date(message.createdAt), context.timeZone),
    authorName(message, chat, context) ?? '',
    textOf(message),
    capitalised(message.type),
    capitalised(message.status),
    errorOf(message),
    message.template?.name ?? '',
    mediaName(message) ?? '',
    notesOf(message),
    chat.jobName ?? '',
    cleanName(chat.contact.name),
    contactPhone(chat, context),
  ]
}

const errorOf = ({ error }: Message): string =>
  error === undefined ? '' : `${error.code} ${error.title}`

const notesOf = ({ remarks }: Message): string => remarks.map(({ text }) => text).join('\n')
