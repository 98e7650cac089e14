import { setImmediate as untilNextTurn } from 'node:timers/promises'

import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'

import type { SignedInEnv } from './context.ts'

/** What is needed of a request to send it a file. */
type SignedInContext = Pick<Context, 'body'> & {
  var: Pick<SignedInEnv['Variables'], 'isSignedIn'>
}

/** A file to be sent while it is written. */
interface DownloadedFile {
  /** With its ending. */
  name: string
  mimeType: string
  chunks: AsyncIterable<Uint8Array>
}

/** Sends a file while it is written, whatever its size. */
export function sendFile(c: SignedInContext, { name, mimeType, chunks }: DownloadedFile): Response {
  return c.body(toStream(whileSignedIn(c, chunks)), 200, {
    'content-type': mimeType,
    'content-disposition': attachmentHeader(name),
  })
}

/** A file's chunks until its reader's sign-in ends: then it breaks off, so that no part of it looks whole. */
export function whileSignedIn(
  { var: { isSignedIn } }: SignedInContext,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const end = async () => {
    await source.return?.()
    return { done: true as const, value: undefined }
  }
  const next = async () => {
    try {
      if (await isSignedIn()) return await source.next()
      throw new Error('The sign-in that reads the file has ended')
    } catch (error) {
      await end()
      throw error
    }
  }
  // Not a generator: one that has not begun would end without ending its source.
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

/** A table as it is read, row by row. */
export interface Table {
  columns: readonly string[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
}

export const csvMimeType = 'text/csv; charset=utf-8'

/** Sends a table as CSV while it is read; the name is that of the file, without its ending. */
export function sendCsv(
  c: SignedInContext,
  { name, ...table }: Table & { name: string },
): Response {
  return sendFile(c, { name: `${name}.csv`, mimeType: csvMimeType, chunks: writeCsv(table) })
}

/** A signed number, maybe grouped or with an extension: a phone number or a coordinate, never a formula. */
const isNumberLike = (text: string): boolean => /^[+-]\d[\d ., ]*(?: ext\. \d+)?$/.test(text)

/** Leaves out the apostrophe by which other texts are kept from being formulas. */
const castText = (text: string) =>
  isNumberLike(text) ? { value: text, escape_formulas: false } : text

/** The library reads its options anew at each call, which takes as long as some rows. */
const rowsAtOnce = 20
const isLong = (cell: unknown) => typeof cell === 'string' && cell.length > 1_000

/**
 * A table as CSV that spreadsheets read correctly: marked as UTF-8, with Windows line ends, and no
 * cell is run as a formula.
 */
export function writeCsv({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  const toText = (some: (readonly unknown[])[]) =>
    stringify(some, {
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { boolean: String, string: castText },
    })
  const lines = async function* () {
    yield `\uFEFF${toText([columns])}`
    let some: (readonly unknown[])[] = []
    for await (const row of rows) {
      some.push(row)
      if (some.length < rowsAtOnce && !row.some(isLong)) continue
      yield toText(some)
      some = []
    }
    if (some.length > 0) yield toText(some)
  }
  return encodeTexts(lines())
}

const chunkLength = 64 * 1024

/** Encodes the texts of a file, in chunks that are large enough to send, with breaks for other requests. */
export async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let buffered = ''
  for await (const text of withEventLoopBreaks(texts)) {
    buffered += text
    if (buffered.length < chunkLength) continue
    yield encoder.encode(buffered)
    buffered = ''
  }
  if (buffered !== '') yield encoder.encode(buffered)
}

/** How long all files together may hold the event loop in one turn; a request needs several turns. */
const maxBusyMs = 1
let turnStart: number | undefined

function isTurnOver(): boolean {
  if (turnStart === undefined) {
    turnStart = performance.now()
    setImmediate(() => (turnStart = undefined))
  }
  return performance.now() - turnStart > maxBusyMs
}

/** The same items, with breaks in which the event loop serves other requests. */
export async function* withEventLoopBreaks<T>(
  items: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T> {
  for await (const item of items) {
    while (isTurnOver()) await untilNextTurn()
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

/** How long a client may take nothing of a file, and how long the whole file may take. */
const maxPauseMs = 60_000
const maxFileMs = 60 * 60_000

/** A response body whose chunks are made only while the client takes them; it ends with the client. */
function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const end = performance.now() + maxFileMs
  let pause: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => waitForClient(controller),
      pull: async (controller) => {
        clearTimeout(pause)
        const { done, value } = await source.next()
        if (done === true) return controller.close()
        controller.enqueue(value)
        waitForClient(controller)
      },
      cancel: async () => {
        clearTimeout(pause)
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )

  /** A client that takes nothing would keep a page of rows, and the file's place among the others. */
  function waitForClient(controller: ReadableStreamDefaultController): void {
    pause = setTimeout(
      () => {
        controller.error(new Error('The client takes too long to read the file'))
        void source.return?.()
      },
      Math.min(maxPauseMs, end - performance.now()),
    )
  }
}
