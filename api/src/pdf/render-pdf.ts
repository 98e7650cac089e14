import PDFDocument from 'pdfkit'

import { loadFonts, runsOf } from './fonts.ts'

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

/** Writes a text that may be in several scripts: each run in the font that has it. */
export function writeRuns(
  pdf: Pdf,
  text: string,
  { isBold = false, ...options }: PDFKit.Mixins.TextOptions & { isBold?: boolean } = {},
): void {
  const runs = runsOf(text, { isBold })
  for (const [index, run] of runs.entries()) {
    pdf.font(run.font)
    pdf.text(run.text, { lineGap: 2, ...options, continued: index < runs.length - 1 })
  }
}
