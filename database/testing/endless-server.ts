import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { createGzip } from 'node:zlib'

import { listen } from './listen.ts'

/** What an answer without an end is made of. */
interface EndlessAnswer {
  status?: number
  isCompressed?: boolean
}

/** A server whose answers go on until the caller hangs up. */
export interface EndlessServer {
  origin: string
  answer: EndlessAnswer
  /** Whether the last caller hung up, once its answer has ended. */
  wasHungUp: () => Promise<boolean>
  stop: () => void
}

/** More than anybody may read, and little enough that a caller who reads it all ends no machine. */
const endBytes = 192 * 1024 * 1024
const pieceBytes = 64 * 1024

export async function startEndlessServer(): Promise<EndlessServer> {
  let ended = Promise.withResolvers<boolean>()
  const server = createServer(async (_request, response) => {
    const { status = 200, isCompressed = false } = current.answer
    const isHungUp = Promise.withResolvers<boolean>()
    ended.resolve(isHungUp.promise)
    response.on('close', () => isHungUp.resolve(!response.writableFinished))
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
    const body = isCompressed ? createGzip() : response
    if (isCompressed) body.pipe(response)
    body.write('["')
    const part = 'a'.repeat(pieceBytes)
    for (let sent = 0; sent < endBytes && !response.destroyed; sent += part.length) {
      if (body.writableNeedDrain) {
        sent -= part.length
        await setImmediate()
      } else body.write(part)
    }
    body.end()
  })
  const current: EndlessServer = {
    origin: await listen(server),
    answer: {},
    async wasHungUp() {
      const isHungUp = await ended.promise
      ended = Promise.withResolvers<boolean>()
      return isHungUp
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return current
}
