import type { Pdf } from '../../pdf/render-pdf.ts'

export const margin = 50
export const colours = { ink: '#1a1d21', quiet: '#5c6670', line: '#d5dae0', shade: '#f4f6f8' }

export const contentWidth = (pdf: Pdf): number => pdf.page.width - 2 * margin

/** Whether so much still goes on the page below what is on it. */
export const hasRoom = (pdf: Pdf, height: number): boolean =>
  pdf.y + height <= pdf.page.height - margin
