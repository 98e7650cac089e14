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

/** Sends a table as CSV while it is read, whatever its size. */
export function sendCsv(c: Context, { name, ...table }: CsvFile): Response {
  return c.body(Readable.toWeb(writeCsv(table)) as ReadableStream, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachmentHeader(`${name}.csv`),
  })
}

/** A signed number, maybe grouped or with an extension: a phone number or a coordinate, never a formula. */
const isNumberLike = (text: string): boolean => /^[+-]\d[\d ., ]*(?: ext\. \d+)?$/.test(text)

/** Leaves out the apostrophe by which other texts are kept from being formulas. */
const castText = (text: string) =>
  isNumberLike(text) ? { value: text, escape_formulas: false } : text

/**
 * A table as CSV that spreadsheets read correctly: marked as UTF-8, with Windows line ends, and no
 * cell is run as a formula.
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
  // Without this the client would wait for ever when the rows cannot be read.
  source.on('error', (error) => table.destroy(error))
  table.on('close', () => source.destroy())
  return source.pipe(table)
}

/** How long writing a file may hold the event loop. */
const maxBusyMs = 10

/** The same items, with breaks in which the event loop serves other requests. */
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

/** The `Content-Disposition` that has a browser save a response under that name, in any script. */
export function attachmentHeader(fileName: string): string {
  return contentDisposition('attachment', fileName)
}

/** The `Content-Disposition` that has a browser show or save a response under that name. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  return `${kind}; filename*=UTF-8''${encodeFileName(fileName)}`
}

/** As RFC 8187 encodes it; characters that file systems refuse become a dash. */
function encodeFileName(name: string): string {
  const safe = name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '-')
  return encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A response body whose chunks are made only when the client takes them. */
export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await source.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      // The client is gone: stop making chunks.
      cancel: async () => {
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
