import { randomUUID } from 'node:crypto'

/** A file of a form, whose bytes are read while they are sent. */
export interface StreamedFile {
  fileName: string
  mimeType: string
  size: number
  content: ReadableStream<Uint8Array>
}

/**
 * A form with a file, as `multipart/form-data`. A `FormData` would need the whole file in memory; this
 * one is sent as it is read, and with its length, without which providers refuse it.
 */
export class StreamedForm {
  readonly headers: Record<string, string>
  readonly body: ReadableStream<Uint8Array>

  constructor(fields: Record<string, string>, file: StreamedFile) {
    const boundary = `form-${randomUUID()}`
    const line = (name: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`
    const parts = Object.entries(fields).map(([name, value]) => `${line(name)}\r\n\r\n${value}\r\n`)
    const start = Buffer.from(
      `${parts.join('')}${line('file')}; filename="${quoted(file.fileName)}"\r\n` +
        `content-type: ${file.mimeType}\r\n\r\n`,
    )
    const end = Buffer.from(`\r\n--${boundary}--\r\n`)
    this.headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(start.length + file.size + end.length),
    }
    this.body = ReadableStream.from(inOrder(start, file.content, end))
  }
}

/** The escapes that browsers use in names of fields and files. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

async function* inOrder(
  start: Uint8Array,
  content: ReadableStream<Uint8Array>,
  end: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield start
  yield* content
  yield end
}
