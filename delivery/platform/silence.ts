/** How long a registry may neither send nor receive anything, in milliseconds. */
const maxSilenceMs = 10_000

/** How long it may take to answer a published release, because it compresses every file. */
export const publishingMs = 120_000

/** A registry that neither answers nor receives. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError'

  constructor(ms: number) {
    super(`has not answered within ${ms / 1000} s`)
  }
}

interface SilenceOptions {
  body?: ReadableStream<Uint8Array> | null
  /** The limit for the answer, once the body is sent. */
  answerMs?: number
}

/**
 * Sends a request and reads its answer; throws `SilenceError` when nothing moves. A body that is
 * still being received may take any time.
 */
export async function withSilenceLimit<T>(
  { body = null, answerMs = maxSilenceMs }: SilenceOptions,
  send: (parts: { body: ReadableStream<Uint8Array> | null; signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const { promise: silence, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  function restartTimer(ms: number): void {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      reject(new SilenceError(ms))
      stopping.abort()
    }, ms)
  }
  const sent = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      restartTimer(maxSilenceMs)
      out.enqueue(part)
    },
    flush: () => restartTimer(answerMs),
  })
  restartTimer(body === null ? answerMs : maxSilenceMs)
  try {
    // Raced, because fetch may forget a signal that came with a `Request`.
    return await Promise.race([
      silence,
      send({ body: body?.pipeThrough(sent) ?? null, signal: stopping.signal }),
    ])
  } finally {
    clearTimeout(timer)
    stopping.abort()
  }
}
