import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify'
import type { Context } from 'hono'

import { attachment } from './attachment.ts'
import { inTurns } from './in-turns.ts'

/** A table as it is read, row by row. */
export interface Table {
  columns: readonly string[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
}

interface CsvFile extends Table {
  /** Without its ending. */
  name: string
}

/** Answers a table as it is read, whatever its size. */
export function csvAnswer(c: Context, { name, ...table }: CsvFile): Response {
  return c.body(Readable.toWeb(writeCsv(table)) as ReadableStream, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachment(`${name}.csv`),
  })
}

/** A sign, digits and what stands between them, maybe an extension: a phone number or a place, never a sum. */
const isOnlyDigits = (text: string): boolean => /^[+-]\d[\d ., ]*(?: ext\. \d+)?$/.test(text)

/** Without the apostrophe that keeps other texts from being formulas. */
const castText = (text: string) =>
  isOnlyDigits(text) ? { value: text, escape_formulas: false } : text

/**
 * A table as CSV. A spreadsheet takes it for what it is: marked as UTF-8, lines as Windows ends
 * them, and no cell is run as a formula.
 */
export function writeCsv({ columns, rows }: Table): Readable {
  const table = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: String, string: castText },
  })
  const source = Readable.from(inTurns(rows))
  // Without this the reader of the answer would wait for ever for what cannot be read any more.
  source.on('error', (error) => table.destroy(error))
  table.on('close', () => source.destroy())
  return source.pipe(table)
}
