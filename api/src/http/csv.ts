import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify'
import type { Context } from 'hono'

interface CsvFile {
  /** Without its ending. */
  name: string
  columns: readonly string[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
}

/**
 * Answers a table as it is read, whatever its size. A spreadsheet takes it for what it is: marked as
 * UTF-8, lines as Windows ends them, and no cell is run as a formula.
 */
export function csvAnswer(c: Context, { name, columns, rows }: CsvFile): Response {
  const table = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: String },
  })
  const source = Readable.from(rows)
  // Without this the reader of the answer would wait for ever for what cannot be read any more.
  source.on('error', (error) => table.destroy(error))
  table.on('close', () => source.destroy())
  return c.body(Readable.toWeb(source.pipe(table)) as ReadableStream, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(`${name}.csv`)}`,
  })
}

/** As RFC 8187 wants it; what no file system takes becomes a dash. */
function encodeFileName(name: string): string {
  const safe = name.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
  return encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
