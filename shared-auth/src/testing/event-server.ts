import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface StreamRequest {
  authorization: string | undefined
  lastEventId: string | undefined
}

/** A real server of `GET /api/events`, controlled by the test. */
export async function startEventServer() {
  const visits: StreamRequest[] = []
  const open = new Set<ServerResponse>()
  let waiters: (() => void)[] = []
  let refusal: number | undefined

  const server = createServer((request, response) => {
    const { authorization, 'last-event-id': lastEventId } = request.headers
    visits.push({ authorization, lastEventId: lastEventId?.toString() })
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    if (refusal !== undefined) {
      response.writeHead(refusal).end()
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      open.add(response)
      response.on('close', () => open.delete(response))
      response.write(': alive\n\n')
    }
    for (const go of waiters) go()
    waiters = []
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  const write = (text: string) => {
    for (const response of open) response.write(text)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    visits,
    /** Resolves with the next request. */
    nextVisit: () => new Promise<void>((resolve) => waiters.push(resolve)),
    refuseWith: (status: number | undefined) => void (refusal = status),
    say: (event: string, id: number, data: object = {}) =>
      write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    /** Ends every stream, as a server does before it stops. */
    endStreams: () => {
      for (const response of open) response.end()
    },
    openStreams: () => open.size,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
