import { createServer, type Server } from 'node:http'

import { listen } from './listen.ts'

/** A server that sends each caller, with what was sent, to another one that nobody should call. */
export interface RedirectingServer {
  origin: string
  server: Server
  /** How many followed the redirect. */
  followed: () => number
  stop: () => void
}

export async function startRedirectingServer(): Promise<RedirectingServer> {
  let count = 0
  const stranger = createServer((_request, response) => {
    count += 1
    response.end('{}')
  })
  const strangerOrigin = await listen(stranger)
  const server = createServer((request, response) => {
    response.writeHead(307, { location: `${strangerOrigin}${request.url}` }).end()
  })
  return {
    origin: await listen(server),
    server,
    followed: () => count,
    stop() {
      stranger.close()
      server.close()
    },
  }
}
