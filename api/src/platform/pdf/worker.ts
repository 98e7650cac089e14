import { parentPort, workerData } from 'node:worker_threads'

/** Draws one document and ends; see `drawInWorker`. */
const { module, content } = workerData as { module: string; content: object }
const { draw } = (await import(module)) as { draw: (content: object) => Promise<Uint8Array> }
parentPort?.postMessage(await draw(content))
