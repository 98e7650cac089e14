import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { stringify } from 'csv-stringify'
import type { Context } from 'hono'

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
export function sendCsv(c: Context, { name, ...table }: CsvFile): Response {
  return c.body(Readable.toWeb(writeCsv(table)) as ReadableStream, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachmentHeader(`${name}.csv`),
  })
}

/** A sign, digits and what stands between them, maybe an extension: a phone number or a place, never a sum. */
const isNumberLike = (text: string): boolean => /^[+-]\d[\d ., ]*(?: ext\. \d+)?$/.test(text)

/** Without the apostrophe that keeps other texts from being formulas. */
const castText = (text: string) =>
  isNumberLike(text) ? { value: text, escape_formulas: false } : text

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
  const source = Readable.from(withEventLoopBreaks(rows))
  // Without this the reader of the answer would wait for ever for what cannot be read any more.
  source.on('error', (error) => table.destroy(error))
  table.on('close', () => source.destroy())
  return source.pipe(table)
}

/** For so long what writes a file keeps the event loop to itself. */
const maxBusyMs = 10

/** The same items; other requests get their turn between two of them. */
export async function* withEventLoopBreaks<T>(
  items: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T> {
  let since = performance.now()
  for await (const item of items) {
    if (performance.now() - since > maxBusyMs) {
      await setImmediate()
      since = performance.now()
    }
    yield item
  }
}

/** The header that has a browser save an answer under that name, whatever script it is in. */
export function attachmentHeader(fileName: string): string {
  return contentDisposition('attachment', fileName)
}

/** The header that has a browser show an answer or save it, under that name. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  return `${kind}; filename*=UTF-8''${encodeFileName(fileName)}`
}

/** As RFC 8187 wants it; what no file system takes becomes a dash. */
function encodeFileName(name: string): string {
  const safe = name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
  return encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The body of an answer whose pieces are made as they are taken, and no sooner. */
export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await source.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      // Whoever went away wants no more of it.
      cancel: async () => {
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
