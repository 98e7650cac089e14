import { renderPdf, writeText } from '../../../platform/pdf/render-pdf.ts'

/** The texts of a chat, ready to be drawn. */
export interface PrintedChat {
  title: string
  /** The contact's number and the job. */
  about: string
  answers: string[]
  messages: string[]
}

/** Draws a chat as a PDF file. */
export function run({ title, about, answers, messages }: PrintedChat): Promise<Uint8Array> {
  return renderPdf({ margin: 50, info: { Title: title } }, (pdf) => {
    pdf.fontSize(16)
    writeText(pdf, title, { isBold: true })
    pdf.fontSize(9)
    writeText(pdf, about)
    pdf.moveDown().fontSize(10)
    for (const answer of answers) writeText(pdf, answer)
    pdf.moveDown()
    for (const message of messages) writeText(pdf, message)
  })
}
