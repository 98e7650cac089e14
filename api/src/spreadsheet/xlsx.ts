import { strToU8 } from 'fflate'

import { zip, type ZipEntry } from '../files/zip.ts'
import * as parts from './xlsx-parts.ts'

type Row = readonly string[]

/** A table of texts, as it is read. */
interface Table {
  columns: Row
  rows: AsyncIterable<Row>
}

/** The most rows that a sheet can have. */
const maxRows = 1_048_576
const chunkRows = 200

/**
 * A table as a workbook, written as it is read: one sheet, and another one wherever a sheet is full.
 * Every cell is text, so that nothing in it is run as a formula or read as a date.
 */
export function writeXlsx(table: Table): AsyncGenerator<Uint8Array> {
  return zip(entriesOf(table))
}

async function* entriesOf({ columns, rows }: Table): AsyncGenerator<ZipEntry> {
  let sheets = 0
  for await (const sheet of sheetsOf(rows)) {
    sheets += 1
    yield { name: parts.sheetPath(sheets), chunks: linesOf(columns, sheet) }
  }
  for (const [name, xml] of parts.workbook(sheets)) yield { name, chunks: toBytes([xml]) }
}

async function* linesOf(columns: Row, sheet: AsyncGenerator<Row>): AsyncGenerator<Uint8Array> {
  yield strToU8(parts.sheetHead(columns))
  yield* toBytes(inChunks(sheet))
  yield strToU8(parts.sheetFoot)
}

async function* toBytes(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield strToU8(text)
}

/** The rows of one sheet after the other; at least one sheet, for a file without any is broken. */
async function* sheetsOf(rows: Table['rows']): AsyncGenerator<AsyncGenerator<Row>> {
  const source = toIterator(rows)
  let next = await source.next()
  do {
    yield takeSheet()
  } while (next.done !== true)

  async function* takeSheet(): AsyncGenerator<Row> {
    // The first line is the names of the columns.
    for (let row = 1; row < maxRows && next.done !== true; row += 1) {
      yield next.value
      next = await source.next()
    }
  }
}

async function* toIterator(rows: Table['rows']): AsyncGenerator<Row, undefined> {
  yield* rows
  return undefined
}

async function* inChunks(rows: AsyncGenerator<Row>): AsyncGenerator<string> {
  let lines = ''
  let number = 1
  for await (const row of rows) {
    number += 1
    lines += parts.rowOf(row, number)
    if (number % chunkRows !== 0) continue
    yield lines
    lines = ''
  }
  if (lines !== '') yield lines
}
