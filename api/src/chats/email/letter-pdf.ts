import { renderPdf, writeRuns } from '../../pdf/render-pdf.ts'
import { answersOf, contactName, contactPhone } from '../export/formats/format.ts'
import { lineOf } from '../export/formats/text.ts'
import type { LetterContent } from './chat-letter.ts'

/** A chat as pages to keep. */
export async function letterPdf(content: LetterContent): Promise<Uint8Array> {
  const { chat, messages, context } = content
  const title = contactName(chat)
  return renderPdf({ margin: 50, info: { Title: title } }, (pdf) => {
    pdf.fontSize(16)
    writeRuns(pdf, title, { isBold: true })
    pdf.fontSize(9)
    writeRuns(pdf, [contactPhone(chat, context), chat.jobName ?? ''].join('  '))
    pdf.moveDown().fontSize(10)
    for (const { label, text } of answersOf(chat, context)) writeRuns(pdf, `${label}: ${text}`)
    pdf.moveDown()
    for (const message of messages) {
      writeRuns(pdf, lineOf(message, chat, context).trimEnd())
    }
  })
}
