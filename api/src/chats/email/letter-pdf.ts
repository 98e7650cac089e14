import { drawInWorker } from '../../pdf/draw-in-worker.ts'
import { answersOf, contactName, contactPhone } from '../export/chat-text.ts'
import { lineOf } from './letter-body.ts'
import type { LetterContent } from './chat-letter.ts'
import type { PrintedChat } from './draw-letter.ts'

/** A chat as pages to keep. */
export function letterPdf({ chat, messages, context }: LetterContent): Promise<Uint8Array> {
  const printed: PrintedChat = {
    title: contactName(chat),
    about: [contactPhone(chat, context), chat.jobName ?? ''].join('  '),
    answers: answersOf(chat, context).map(({ label, text }) => `${label}: ${text}`),
    messages: messages.map((message) => lineOf(message, chat, context).trimEnd()),
  }
  return drawInWorker(new URL('draw-letter.ts', import.meta.url), printed)
}
