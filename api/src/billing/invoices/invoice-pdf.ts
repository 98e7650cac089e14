import { withoutEmoji } from '../../pdf/fonts.ts'
import { renderPdf, writeText, type Pdf } from '../../pdf/render-pdf.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { colours, contentWidth, margin } from './invoice-page.ts'
import { drawTable } from './invoice-table.ts'
import { toInvoiceText, type InvoiceText, type PartyText } from './invoice-text.ts'

/** Between the two columns of the upper half. */
const gap = 24

/** Draws an invoice. The same document gives the same bytes: nothing in it is of the moment it is drawn. */
export async function draw(document: InvoiceDocument): Promise<Uint8Array> {
  const text = toInvoiceText(document)
  return renderPdf(
    {
      margin,
      bufferPages: true,
      info: {
        Title: `${text.title} ${document.number}`,
        Author: document.supplier.name,
        CreationDate: new Date(document.issuedAt),
      },
    },
    (pdf) => drawAll(pdf, text),
  )
}

function drawAll(pdf: Pdf, text: InvoiceText): void {
  drawHead(pdf, text)
  drawParties(pdf, text.parties)
  drawTable(pdf, text, totalsHeight(text))
  drawTotals(pdf, text)
  drawFeet(pdf, text)
}

const columnWidth = (pdf: Pdf) => (contentWidth(pdf) - gap) / 2

function drawHead(pdf: Pdf, { title, facts }: InvoiceText): void {
  const top = margin
  pdf.font('bold').fontSize(20).fillColor(colours.ink).text(title, margin, top)
  const afterTitle = pdf.y
  const width = columnWidth(pdf)
  const left = margin + width + gap
  let y = top + 4
  for (const [label, value] of facts) {
    pdf.font('regular').fontSize(9).fillColor(colours.quiet).text(label, left, y, { width: 95 })
    pdf
      .font('bold')
      .fillColor(colours.ink)
      .text(value, left + 95, y, { width: width - 95, align: 'right' })
    y = pdf.y + 3
  }
  pdf.y = Math.max(afterTitle, y) + 14
}

function drawParties(pdf: Pdf, parties: PartyText[]): void {
  const top = pdf.y
  const width = columnWidth(pdf)
  const bottoms = parties.map((party, index) => {
    const x = margin + index * (width + gap)
    pdf.font('regular').fontSize(9).fillColor(colours.quiet).text(party.label, x, top, { width })
    pdf.fillColor(colours.ink).fontSize(11)
    writeText(pdf, withoutEmoji(party.name), { width, isBold: true })
    pdf.fontSize(9)
    for (const line of party.lines) writeText(pdf, withoutEmoji(line), { width })
    return pdf.y
  })
  pdf.y = Math.max(...bottoms) + 20
}

const totalsHeight = ({ totals }: InvoiceText): number => totals.length * 16 + 70

function drawTotals(pdf: Pdf, { totals, inWords }: InvoiceText): void {
  const width = 220
  const left = margin + contentWidth(pdf) - width
  let y = pdf.y + 12
  for (const [index, [label, value]] of totals.entries()) {
    const isTotal = index === totals.length - 1
    if (isTotal) {
      pdf
        .moveTo(left, y)
        .lineTo(left + width, y)
        .strokeColor(colours.line)
        .lineWidth(1)
        .stroke()
      y += 7
    }
    pdf
      .font(isTotal ? 'bold' : 'regular')
      .fontSize(isTotal ? 12 : 9)
      .fillColor(colours.ink)
    pdf.text(label, left + 6, y, { width: 100 })
    pdf.text(value, left + 100, y, { width: width - 106, align: 'right' })
    y = pdf.y + 5
  }
  pdf.font('regular').fontSize(9).fillColor(colours.quiet)
  pdf.text('Amount in words', margin, y + 16)
  pdf
    .fontSize(10)
    .fillColor(colours.ink)
    .text(inWords, { width: contentWidth(pdf) })
}

/** At the foot of every page, once it is known how many there are. */
function drawFeet(pdf: Pdf, { note, number }: InvoiceText): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // Below the margin pdfkit would begin a new page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - 36
    pdf.font('regular').fontSize(8).fillColor(colours.quiet)
    pdf.text(note, margin, y, { width: contentWidth(pdf) - 150, lineBreak: false })
    pdf.text(`${number}, page ${page + 1} of ${count}`, margin, y, {
      width: contentWidth(pdf),
      align: 'right',
      lineBreak: false,
    })
  }
}
