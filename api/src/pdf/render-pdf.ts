import PDFDocument from 'pdfkit'

import { loadFonts } from './fonts.ts'
import { linesOf, type Piece } from './lines.ts'

export type Pdf = InstanceType<typeof PDFDocument>

/** The bytes of a document with these settings, on pages of A4. */
export async function renderPdf(
  settings: PDFKit.PDFDocumentOptions,
  draw: (pdf: Pdf) => void,
): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', lang: 'en', displayTitle: true, ...settings })
  const chunks: Uint8Array[] = []
  const ended = Promise.withResolvers<void>()
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  pdf.on('end', () => ended.resolve())
  pdf.on('error', ended.reject)
  const fonts = await loadFonts()
  for (const [name, bytes] of Object.entries(fonts)) pdf.registerFont(name, bytes)
  draw(pdf)
  pdf.end()
  await ended.promise
  return Buffer.concat(chunks)
}

/** Between two lines. */
const lineGap = 2
const lineEnds = /\r\n?|[\n\v\f\u0085\u2028\u2029]/

/** Writes a text in whatever scripts and directions, from where the document stands. */
export function writeText(
  pdf: Pdf,
  text: string,
  { isBold = false, width }: { isBold?: boolean; width?: number } = {},
): void {
  const { x } = pdf
  const room = width ?? pdf.page.width - pdf.page.margins.right - x
  const widthOf = (part: string, font: string) => pdf.font(font).widthOfString(part)
  for (const paragraph of text.split(lineEnds)) {
    for (const line of linesOf(paragraph, { isBold, room, widthOf })) drawLine(pdf, line, x)
  }
}

function drawLine(pdf: Pdf, line: Piece[], left: number): void {
  const heights = line.map(({ font }) => pdf.font(font).currentLineHeight(true))
  const height = Math.max(...heights, pdf.currentLineHeight(true)) + lineGap
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
  const { y } = pdf
  pdf.x = left
  for (const { text, font } of line) pdf.font(font).text(text, pdf.x, y, { lineBreak: false })
  pdf.x = left
  pdf.y = y + height
}
