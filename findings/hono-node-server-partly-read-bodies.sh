#!/usr/bin/env bash
# @hono/node-server 2.1.8 under Node 24.21.0 (checked on 29 November 2026), HTTP/1.1 on loopback.
# A handler that answers without reading the request's body keeps the connection: the rest is drained. A
# handler that has read one chunk of the same body, and then answers, loses it: the adapter to a web stream
# has paused the request, so nothing of the rest is drained, and after half a second the connection is cut.
# It hurts who refuses an upload in the middle (a token that has ended, a body that is too large): through a
# proxy, or with `fetch`, the client sees a broken connection in the place of the 401 that was sent.
# Seen: "not looked at: 401, kept", "one chunk read: 401, cut".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @hono/node-server@2.1.8 hono@4.13.19 node@24.21.0 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'

import { getRequestListener } from '@hono/node-server'

const refuse = () => new Response('no', { status: 401 })
const handlers = {
  'not looked at': refuse,
  'one chunk read': async ({ body }) => {
    const reader = body.getReader()
    await reader.read()
    reader.releaseLock()
    return refuse()
  },
}
const size = 8 * 1024 * 1024
for (const [name, handle] of Object.entries(handlers)) {
  const server = createServer(getRequestListener(handle)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect(server.address().port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n`)
  // At once, as fast as the server takes it.
  socket.write(Buffer.alloc(size))
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 3000))])
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'none'
  console.log(`${name}: ${status}, ${socket.destroyed ? 'cut' : 'kept'}`)
  socket.destroy()
  server.close()
}
process.exit()
JS
seen=$(node_modules/.bin/node run.mjs)
echo "$seen"
[ "$seen" = "not looked at: 401, kept
one chunk read: 401, cut" ]
