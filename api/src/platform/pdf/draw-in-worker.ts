import { Worker } from 'node:worker_threads'

/** Longer than the longest document takes on a busy machine. */
const timeoutMs = 60_000

let lastDrawing: Promise<unknown> = Promise.resolve()

/**
 * Draws a document in a worker thread: reading the fonts alone would block the event loop too long.
 * One at a time, so that many requests leave the process a core. The module exports `draw`, which
 * returns the document's bytes.
 */
export function drawInWorker(module: URL, content: object): Promise<Uint8Array> {
  const drawn = lastDrawing.then(() => draw(module, content))
  lastDrawing = drawn.catch(() => {})
  return drawn
}

async function draw(module: URL, content: object): Promise<Uint8Array> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { module: module.href, content },
  })
  const drawn = Promise.withResolvers<Uint8Array>()
  worker.once('message', drawn.resolve)
  worker.once('error', drawn.reject)
  worker.once('exit', (code) => drawn.reject(new Error(`A document was not drawn: ${code}`)))
  const timeout = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    return await drawn.promise
  } finally {
    clearTimeout(timeout)
  }
}
