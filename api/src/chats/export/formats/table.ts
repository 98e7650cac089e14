import { cleanName } from '@errand/contract/visible-text'
import { answerText } from '../../../form-data/answer-text.ts'
import { writeCsv } from '../../../http/csv.ts'
import { localTime } from '../../../period/days.ts'
import { writeXlsx } from '../../../spreadsheet/xlsx.ts'
import type { Piece } from '../read-chats.ts'
import { mediaName, type FileContext, type WriteFormat } from './format.ts'

const columns = [
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

export const writeCsvFile: WriteFormat = (pieces, context) => writeCsv(tableOf(pieces, context))
export const writeXlsxFile: WriteFormat = (pieces, context) => writeXlsx(tableOf(pieces, context))

/** One line for each message, with what is known of its chat. */
function tableOf(pieces: AsyncIterable<Piece>, context: FileContext) {
  const fields = context.fieldKeys.map((key) => `field_${key}`)
  return { columns: [...columns, ...fields], rows: rowsOf(pieces, context) }
}

async function* rowsOf(pieces: AsyncIterable<Piece>, { timeZone, fieldKeys }: FileContext) {
  for await (const piece of pieces) {
    if (piece.type === 'chat') continue
    const { message, chat } = piece
    const values = chat.formData?.values ?? {}
    yield [
      message.id,
      message.sessionId,
      localTime(new Date(message.createdAt), timeZone),
      message.createdAt,
      message.direction,
      message.author,
      message.type,
      message.text === '' ? (message.reaction ?? '') : message.text,
      message.status,
      message.error === undefined ? '' : `${message.error.code} ${message.error.title}`,
      message.template?.name ?? '',
      mediaName(message) ?? '',
      message.remarks.map(({ text }) => text).join('\n'),
      chat.jobName ?? '',
      cleanName(chat.contact.name),
      chat.contact.phoneNumber,
      ...fieldKeys.map((key) => answerText(values[key])),
    ]
  }
}
