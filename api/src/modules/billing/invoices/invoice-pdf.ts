import type { Invoice } from '@errand/contract/billing/invoice'

import { withoutEmoji } from '../../../platform/pdf/fonts.ts'
import { renderPdf, writeText, type Pdf } from '../../../platform/pdf/render-pdf.ts'
import { formatMinor, formatPrice } from '../money.ts'
import { invoiceTitles, stateLabel, type InvoiceDocument } from './invoice-document.ts'

const notes: Record<Invoice['kind'], string> = {
  tax_invoice: 'This invoice was made by a computer and needs no signature.',
  receipt: 'This receipt is not a tax invoice.',
  credit_note: 'This credit note was made by a computer and needs no signature.',
}

type Labelled = [label: string, value: string]

/** All that an invoice says, as text. */
function toInvoiceText(document: InvoiceDocument) {
  const { kind, currency, supplier, lines } = document
  const money = (minor: number) => formatMinor(minor, currency)
  const hasSac = lines.some(({ sac }) => sac !== undefined)
  const taxable = lines.reduce((sum, { taxableMinor }) => sum + taxableMinor, 0)
  const buyerLabel = kind === 'receipt' ? 'Received from' : 'Billed to'
  return {
    title: invoiceTitles[kind],
    number: document.number,
    facts: factsOf(document),
    parties: [partyText('From', supplier), partyText(buyerLabel, document.buyer)],
    head: ['Description', ...(hasSac ? ['SAC'] : []), 'Quantity', 'Rate', 'Amount'],
    rows: lines.map((line) => [
      line.description,
      ...(hasSac ? [line.sac ?? ''] : []),
      String(line.quantity),
      formatPrice(line.unitPrice, currency),
      money(line.taxableMinor),
    ]),
    totals: [
      ...(document.taxes.length > 0 ? [['Taxable value', money(taxable)]] : []),
      ...document.taxes.map((tax) => [`${tax.type} ${tax.rate}%`, money(tax.amountMinor)]),
      ['Total', money(document.totalMinor)],
    ] as Labelled[],
    inWords: document.totalInWords,
    note: notes[kind],
  }
}

function factsOf({ number, issuedAt, placeOfSupply, reverseCharge }: InvoiceDocument): Labelled[] {
  const facts: Labelled[] = [
    ['Number', number],
    ['Date', dateText(issuedAt)],
  ]
  if (placeOfSupply === undefined) return facts
  const reverse: Labelled = ['Reverse charge', reverseCharge ? 'Yes' : 'No']
  return [...facts, ['Place of supply', placeOfSupply], reverse]
}

function partyText(label: string, party: Invoice['buyer']) {
  const { name, address, gstin, stateCode } = party
  return {
    label,
    name,
    lines: [
      ...(address === undefined ? [] : address.split(/\r?\n/)),
      ...(gstin === undefined ? [] : [`GSTIN ${gstin}`]),
      ...(stateCode === undefined ? [] : [`State ${stateLabel(stateCode)}`]),
    ],
  }
}

function dateText(at: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  return format.format(new Date(at))
}

type InvoiceText = ReturnType<typeof toInvoiceText>

const margin = 50
const colours = { ink: '#1a1d21', quiet: '#5c6670', line: '#d5dae0', shade: '#f4f6f8' }
/** Between the two columns of the upper half. */
const gap = 24

/** Draws an invoice. The same document always gives the same bytes: no current time is in it. */
export async function run(document: InvoiceDocument): Promise<Uint8Array> {
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
  drawParties(pdf, text)
  drawTable(pdf, text, totalsHeight(text))
  drawTotals(pdf, text)
  drawFeet(pdf, text)
}

const contentWidth = (pdf: Pdf): number => pdf.page.width - 2 * margin

/** Whether the rest of the page has room for this height. */
const hasRoom = (pdf: Pdf, height: number): boolean => pdf.y + height <= pdf.page.height - margin

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

function drawParties(pdf: Pdf, { parties }: InvoiceText): void {
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

const leastWidth = 48
const padding = { block: 7, inline: 6 }
const textSize = 9

interface Table {
  head: string[]
  rows: string[][]
}

/**
 * Draws the lines of an invoice, with the head repeated on each page. The last line moves to the next
 * page together with the totals, which never stand on a page without a line.
 */
function drawTable(pdf: Pdf, { head, rows }: Table, totalsHeight: number): void {
  const all = widthsOf(pdf, { head, rows })
  drawRow(pdf, head, { widths: all, isHead: true })
  for (const [index, row] of rows.entries()) {
    const below = index === rows.length - 1 ? totalsHeight : 0
    if (!hasRoom(pdf, heightOf(pdf, row, all) + below)) {
      pdf.addPage()
      drawRow(pdf, head, { widths: all, isHead: true })
    }
    drawRow(pdf, row, { widths: all, isHead: false })
  }
}

/** Columns of amounts are as wide as their content, so no amount is broken; the description has the rest. */
function widthsOf(pdf: Pdf, { head, rows }: Table): number[] {
  pdf.font('bold').fontSize(textSize)
  const widths = head.slice(1).map((label, column) => {
    const cells = [label, ...rows.map((row) => row[column + 1] ?? '')]
    const widest = Math.max(...cells.map((text) => pdf.widthOfString(text)))
    return Math.max(leastWidth, widest + 2 * padding.inline + 2)
  })
  return [contentWidth(pdf) - widths.reduce((sum, width) => sum + width, 0), ...widths]
}

/** The tallest of its cells. */
function heightOf(pdf: Pdf, row: string[], widths: number[]): number {
  pdf.font('regular').fontSize(textSize)
  const heights = row.map((text, column) =>
    pdf.heightOfString(text, { width: (widths[column] ?? leastWidth) - 2 * padding.inline }),
  )
  return Math.max(...heights) + 2 * padding.block + 1
}

function drawRow(
  pdf: Pdf,
  row: string[],
  { widths, isHead }: { widths: number[]; isHead: boolean },
): void {
  pdf.fontSize(textSize).fillColor(colours.ink)
  pdf.table({
    position: { x: margin, y: pdf.y },
    columnStyles: widths,
    rowStyles: () => ({
      border: [0, 0, 1, 0],
      borderColor: colours.line,
      padding: [padding.block, padding.inline, padding.block, padding.inline],
      ...(isHead && { backgroundColor: colours.shade }),
    }),
    data: [
      row.map((text, column) => ({
        text,
        align: { x: column === 0 ? 'left' : 'right' } as const,
        font: { src: isHead ? 'bold' : 'regular' },
      })),
    ],
  })
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
