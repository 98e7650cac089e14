#!/usr/bin/env bash
# msw 3.0.5, `setupServer` of `msw/node` (checked on 29 November 2026, Node 24.21.0).
# A fetch that has a handler reaches the real server, although `listen({ onUnhandledFrame: 'error' })` was
# called, when a connection to that server was open and used again before: since version 3 requests are
# intercepted where a connection is made, and Node's fetch keeps connections. After a single earlier fetch
# the pool makes a new one, so the same test passes.
# It hurts who runs tests of pages (jsdom's address is http://localhost:3000) beside a product at that port:
# what one test leaves under way opens the connection, and another test is answered by the product.
# Seen: after 1 earlier fetch "mocked mocked", after 2 "real real".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . msw@3.0.5 node@24.21.0 >/dev/null
cat >listen.mjs <<'JS'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const textAt = async (url) => (await fetch(url)).text()
for (const earlier of [1, 2]) {
  const real = createServer((_, response) => response.end('real')).listen(0)
  await once(real, 'listening')
  const url = `http://localhost:${real.address().port}/x`
  for (let count = 0; count < earlier; count += 1) await textAt(url)
  const mock = setupServer(http.get('*/x', () => HttpResponse.text('mocked')))
  mock.listen({ onUnhandledFrame: 'error' })
  console.log(`${earlier} earlier: ${await textAt(url)} ${await textAt(url)}`)
  mock.close()
  real.close()
  real.closeAllConnections()
}
JS
seen=$(node_modules/.bin/node listen.mjs)
echo "$seen"
[ "$seen" = "1 earlier: mocked mocked
2 earlier: real real" ]
