import type { Pdf } from '../../pdf/render-pdf.ts'
import { colours, contentWidth, hasRoom, margin } from './invoice-page.ts'

const leastWidth = 48
const padding = { block: 7, inline: 6 }
const textSize = 9

interface Table {
  head: string[]
  rows: string[][]
}

/**
 * Draws the lines of an invoice; on each further page the head stands above them again. The last line
 * goes where the totals below it have room too: they never stand on a page without one.
 */
export function drawTable(pdf: Pdf, { head, rows }: Table, totalsHeight: number): void {
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

/** An amount is never broken, however large: its column is as wide as it; the words have the rest. */
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
