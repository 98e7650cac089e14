import bidiFactory, { type EmbeddingLevels } from 'bidi-js'
import PDFDocument from 'pdfkit'

import { loadFonts, splitByFont, type FontName } from './fonts.ts'

export type Pdf = InstanceType<typeof PDFDocument>

/** The bytes of a document with these settings, on pages of A4. */
export async function renderPdf(
  settings: PDFKit.PDFDocumentOptions,
  draw: (pdf: Pdf) => void,
): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    // The first version in which a part of a page can say its text.
    pdfVersion: '1.5',
    size: 'A4',
    lang: 'en',
    displayTitle: true,
    ...settings,
  })
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

/** In points. */
const lineGap = 2
const lineEnds = /\r\n?|[\n\v\f\u0085\u2028\u2029]/

/** Writes a text in any scripts and directions at the document's current position. */
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

function drawLine(pdf: Pdf, { text, pieces }: Line, left: number): void {
  const heights = pieces.map(({ font }) => pdf.font(font).currentLineHeight(true))
  const height = Math.max(...heights, pdf.currentLineHeight(true)) + lineGap
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
  const { y } = pdf
  pdf.x = left
  for (const part of partsOf({ text, pieces })) {
    const said = part.map((piece) => piece.text).join('')
    if (hasRightToLeft.test(text)) sayText(pdf, text, () => drawPieces(pdf, part, y))
    else if (hasOtherGlyphs.test(said)) sayText(pdf, said, () => drawPieces(pdf, part, y))
    else drawPieces(pdf, part, y)
  }
  pdf.x = left
  pdf.y = y + height
}

/** Marks and the letters of India's scripts are drawn as other glyphs, in another order: कि, ई. */
const hasOtherGlyphs = /[\p{Mark}\u0900-\u0D7F]/u

/**
 * The parts of a line that say their text, if they do: words, so that readers show where they found one,
 * with the signs behind them, over which a letter may reach. What is read from right to left is one
 * part, as readers would take its pieces from left to right.
 */
function partsOf({ text, pieces }: Line): Piece[][] {
  if (hasRightToLeft.test(text) || !hasOtherGlyphs.test(text)) return [pieces]
  const words: Piece[][] = [[]]
  for (const piece of pieces)
    for (const [part] of piece.text.matchAll(/[^ ]+ *| +/g)) {
      words.at(-1)?.push({ ...piece, text: part })
      if (part.endsWith(' ')) words.push([])
    }
  return words
}

function drawPieces(pdf: Pdf, pieces: Piece[], y: number): void {
  for (const { text, font } of pieces) pdf.font(font).text(text, pdf.x, y, { lineBreak: false })
}

/** Tells readers that search, copy or speak what the text of the drawn glyphs is. */
function sayText(pdf: Pdf, text: string, draw: () => void): void {
  pdf.markContent('Span', { actual: text })
  draw()
  pdf.endMarkedContent()
}

const bidi = bidiFactory()

/** A part of a line in one font; pieces are drawn from left to right, whatever their direction. */
interface Piece {
  text: string
  font: FontName
}

/** What a line says, in the order of reading, and how it is drawn. */
interface Line {
  text: string
  pieces: Piece[]
}

interface LineLayout {
  isBold: boolean
  /** The width of a line. */
  room: number
  widthOf: (text: string, font: FontName) => number
}

/** Longer words are cut into parts of the second length. */
const maxWordLength = 40
const maxPartLength = 20

/** Control characters, which no font has a glyph for. */
const invisible = /\p{Cc}|(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu
const otherSpaces = /[\t\u1680\u2000-\u200A\u205F\u3000]/g
const hasRightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EEFF}]/u

/** The lines of a paragraph, broken at the width of the layout. */
export function* linesOf(paragraph: string, setting: LineLayout): Generator<Line> {
  const text = paragraph.replaceAll(otherSpaces, ' ').replaceAll(invisible, '')
  const levels = hasRightToLeft.test(text) ? bidi.getEmbeddingLevels(text) : undefined
  let [start, end, left] = [0, 0, setting.room]
  for (const word of wordsOf(text, setting)) {
    if (end > start && widthOf(word.trimEnd(), setting) > left) {
      yield lineOf(text, { start, end, levels }, setting)
      start = end
      left = setting.room
    }
    end += word.length
    left -= widthOf(word, setting)
  }
  yield lineOf(text, { start, end, levels }, setting)
}

const widthOf = (text: string, { isBold, widthOf: measure }: LineLayout): number =>
  splitByFont(text, { isBold }).reduce((sum, run) => sum + measure(run.text, run.font), 0)

/**
 * The words, each with the spaces behind it. Very long words are cut between two letters, because the
 * time to shape a word grows faster than its length.
 */
function* wordsOf(text: string, setting: LineLayout): Generator<string> {
  for (const [word] of text.matchAll(/[^ ]+ *| +/g)) {
    const parts = word.length > maxWordLength ? splitWord(word, maxPartLength) : [word]
    for (const part of parts) yield* fitToLine(part, setting)
  }
}

/** Halves a part until each piece fits a line or is a single letter. */
function* fitToLine(part: string, setting: LineLayout): Generator<string> {
  const halves = splitWord(part, Math.ceil(part.length / 2))
  if (halves.length === 1 || widthOf(part.trimEnd(), setting) <= setting.room) yield part
  else for (const half of halves) yield* fitToLine(half, setting)
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a word into parts of at most so many UTF-16 units, between graphemes where possible. */
function splitWord(word: string, longest: number): string[] {
  const parts = ['']
  for (const { segment } of segmenter.segment(word)) {
    for (const unit of segment.length > longest ? segment : [segment]) {
      const last = parts.at(-1) ?? ''
      if (last === '' || last.length + unit.length <= longest) parts[parts.length - 1] += unit
      else parts.push(unit)
    }
  }
  return parts
}

interface Stretch {
  start: number
  end: number
  levels: EmbeddingLevels | undefined
}

/** A line with its pieces in visual order, by Unicode's bidirectional algorithm. */
function lineOf(
  text: string,
  { start, end, levels }: Stretch,
  { isBold }: Pick<LineLayout, 'isBold'>,
): Line {
  const line = text.slice(start, end).trimEnd()
  if (levels === undefined || line === '')
    return { text: line, pieces: splitByFont(line, { isBold }) }
  const last = start + line.length - 1
  const order = bidi.getReorderedIndices(text, levels, start, last).slice(start, last + 1)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, last)
  const pieces = directionGroups(order, levels.levels).flatMap((group) => {
    const { isBackwards } = group
    const length = group.last - group.first + 1
    const characters = Array.from({ length }, (_, index) => {
      const at = group.first + index
      return mirrored.get(at) ?? text[at] ?? ''
    }).join('')
    const runs = (characters.match(/[^ ]+| +/g) ?? []).flatMap((word) =>
      splitByFont(word, { isBold }),
    )
    const drawn = runs.map((run) => ({ ...run, text: inReadingOrder(run.text, isBackwards) }))
    return isBackwards ? drawn.toReversed() : drawn
  })
  return { text: line, pieces }
}

interface DirectionGroup {
  first: number
  last: number
  isBackwards: boolean
}

/** Groups of neighbouring characters that are read in one direction. */
function directionGroups(order: number[], levels: Uint8Array): DirectionGroup[] {
  const groups: DirectionGroup[] = []
  for (const at of order) {
    const isBackwards = (levels[at] ?? 0) % 2 === 1
    const group = groups.at(-1)
    const isNext = isBackwards ? group?.first === at + 1 : group?.last === at - 1
    if (group === undefined || group.isBackwards !== isBackwards || !isNext)
      groups.push({ first: at, last: at, isBackwards })
    else if (isBackwards) group.first = at
    else group.last = at
  }
  return groups
}

const startsRightToLeft =
  /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The shaper reverses only text that starts in a right-to-left script; so other text is reversed here. */
function inReadingOrder(text: string, isBackwards: boolean): string {
  if (startsRightToLeft.test(text) === isBackwards) return text
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .toReversed()
    .join('')
}
