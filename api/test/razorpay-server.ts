import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import { createRazorpay } from '../dev/simulators/razorpay/create-razorpay.ts'

/** The simulated Razorpay on a port of its own. */
export async function startRazorpay(options: Parameters<typeof createRazorpay>[0]) {
  const { routes, failNext } = createRazorpay(options)
  const server = createServer(getRequestListener(routes.fetch))
  // The api beside it may hold this thread; a connection that was idle must not end meanwhile.
  server.keepAliveTimeout = 120_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    failNext,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
