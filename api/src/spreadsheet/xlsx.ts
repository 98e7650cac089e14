import { strToU8, Zip, ZipDeflate } from 'fflate'

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
export async function* writeXlsx({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    written.push(bytes)
  })
  let sheets = 0
  for await (const sheet of sheetsOf(rows)) {
    sheets += 1
    const file = begin(zip, parts.sheetPath(sheets))
    file.push(strToU8(parts.sheetHead(columns)))
    for await (const lines of inChunks(sheet)) {
      file.push(strToU8(lines))
      yield* written.splice(0)
    }
    file.push(strToU8(parts.sheetFoot), true)
  }
  for (const [path, xml] of parts.workbook(sheets)) begin(zip, path).push(strToU8(xml), true)
  zip.end()
  yield* written.splice(0)
}

function begin(zip: Zip, path: string): ZipDeflate {
  const file = new ZipDeflate(path, { level: 6 })
  zip.add(file)
  return file
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
