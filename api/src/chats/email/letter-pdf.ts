import PDFDocument from 'pdfkit'

import { loadFonts, runsOf } from '../../billing/invoices/fonts.ts'
import { answerText } from '../../form-data/answer-text.ts'
import { answersOf, contactName } from '../export/formats/format.ts'
import { lineOf } from '../export/formats/text.ts'
import type { LetterContent } from './chat-letter.ts'

type Pdf = InstanceType<typeof PDFDocument>

/** A chat as pages to keep. */
export async function letterPdf(content: LetterContent): Promise<Uint8Array> {
  const { chat, messages, context } = content
  const title = contactName(chat)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 50,
    lang: 'en',
    displayTitle: true,
    info: { Title: title },
  })
  const chunks: Uint8Array[] = []
  const ended = Promise.withResolvers<void>()
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  pdf.on('end', () => ended.resolve())
  pdf.on('error', ended.reject)
  const fonts = await loadFonts()
  for (const [name, bytes] of Object.entries(fonts)) pdf.registerFont(name, bytes)
  write(pdf, title, { size: 16, isBold: true })
  write(pdf, [chat.contact.phoneNumber, chat.jobName ?? ''].join('  '), { size: 9 })
  pdf.moveDown()
  for (const { label, value } of answersOf(chat)) {
    write(pdf, `${label}: ${answerText(value)}`, { size: 10 })
  }
  pdf.moveDown()
  for (const message of messages) write(pdf, lineOf(message, chat, context).trimEnd(), { size: 10 })
  pdf.end()
  await ended.promise
  return Buffer.concat(chunks)
}

/** Each run of a script in the font that has it. */
function write(
  pdf: Pdf,
  text: string,
  { size, isBold = false }: { size: number; isBold?: boolean },
) {
  const runs = runsOf(text)
  pdf.fontSize(size)
  for (const [index, run] of runs.entries()) {
    const font = run.isDevanagari ? 'devanagari' : 'regular'
    const bold = run.isDevanagari ? 'devanagariBold' : 'bold'
    pdf.font(isBold ? bold : font)
    pdf.text(run.text, { lineGap: 2, continued: index < runs.length - 1 })
  }
}
