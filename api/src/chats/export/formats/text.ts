import type { Message } from '@errand/contract/chats/message'

import { localTime } from '../../../period/days.ts'
import type { ExportedChat, Piece } from '../read-chats.ts'
import {
  answersOf,
  authorName,
  contactName,
  contactPhone,
  encode,
  mediaName,
  wordsOf,
  type FileContext,
  type WriteFormat,
} from './format.ts'

/** As WhatsApp's own "Export chat" looks, so that what reads the one reads the other. */
export const writeTextFile: WriteFormat = (pieces, context) => encode(textsOf(pieces, context))

async function* textsOf(pieces: AsyncIterable<Piece>, context: FileContext) {
  let chats = 0
  for await (const piece of pieces) {
    if (piece.type === 'message') {
      yield lineOf(piece.message, piece.chat, context)
      continue
    }
    if (!context.isOneChat) yield `${chats === 0 ? '' : '\n'}${headingOf(piece.chat, context)}`
    chats += 1
    yield* answersOf(piece.chat, context).map(({ label, text }) => `${label}: ${text}\n`)
  }
}

function headingOf(chat: ExportedChat, context: FileContext): string {
  const job = chat.jobName === undefined ? '' : ` · ${chat.jobName}`
  return `=== ${contactName(chat)} (${contactPhone(chat, context)})${job} ===\n`
}

/** One message with what the owner noted on it, ended by a new line. */
export function lineOf(message: Message, chat: ExportedChat, context: FileContext): string {
  const author = authorName(message, chat, context)
  const file = mediaName(message)
  const words = [file === undefined ? '' : `${file} (file attached)`, wordsOf(message)]
  const said = words.filter((part) => part !== '').join('\n')
  const by = author === undefined ? '' : `${author}: `
  const failed = message.status === 'failed' ? ' (not delivered)' : ''
  const remarks = message.remarks.map(({ text }) => `    [Only you] ${text}\n`).join('')
  return `${clock(message, context)} - ${by}${said}${failed}\n${remarks}`
}

/** `21/11/2026, 17:30`. */
function clock({ createdAt }: Message, { timeZone }: FileContext): string {
  const [date = '', time = ''] = localTime(new Date(createdAt), timeZone).split(' ')
  return `${date.split('-').toReversed().join('/')}, ${time.slice(0, 5)}`
}
