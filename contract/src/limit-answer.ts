/** Another service has answered more than it may. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'

  constructor(service: string, maxBytes: number) {
    super(`${service} answered more than ${maxBytes} bytes`)
  }
}

interface AnswerLimit {
  /** The service as a log names it. */
  service: string
  /** Of the body as it is read, so after any compression. */
  maxBytes: number
  onTooLarge?: ((error: AnswerTooLarge) => void) | undefined
}

/** The same answer, whose body fails with `AnswerTooLarge` and is hung up on where it has more bytes than that. */
export function limitAnswer(
  answer: Response,
  { service, maxBytes, onTooLarge }: AnswerLimit,
): Response {
  const { body: source } = answer
  if (source === null) return answer
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let size = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Not before: Node lets go of a connection whose answer nobody reads.
        reader ??= answer.body?.getReader()
        const { value } = (await reader?.read()) ?? {}
        if (value === undefined) {
          controller.close()
          return
        }
        size += value.byteLength
        if (size > maxBytes) {
          const error = new AnswerTooLarge(service, maxBytes)
          onTooLarge?.(error)
          // The rest is not read: cancelling closes the connection.
          void reader?.cancel(error).catch(() => {})
          throw error
        }
        controller.enqueue(value)
      },
      cancel: (reason) => (reader ?? source).cancel(reason),
    },
    // A body that nobody reads is not read in advance.
    { highWaterMark: 0 },
  )
  return new Response(body, answer)
}
