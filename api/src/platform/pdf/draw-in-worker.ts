import { Worker } from 'node:worker_threads'

/** Longer than the longest document takes on a busy machine. */
const timeoutMs = 60_000

let lastDrawing: Promise<unknown> = Promise.resolve()

/**
 * Draws a document beside the event loop: to read the fonts alone takes longer than others can wait.
 * One at a time, so that however many ask, the process has a core left. The module exports `draw`,
 * which makes the document's bytes of what it is given.
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
