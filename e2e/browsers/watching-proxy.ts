import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent, createServer as createSecureServer, request as ask } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { tlsEnvironment } from '../support/product.ts'

const scriptPath = '/watched-by-the-test.js'

/** A proxy that hears of every error of the pages that go through it. */
export interface WatchingProxy {
  address: string
  errors: string[]
  close: () => void
}

/**
 * Stands between a browser whose console cannot be read and the product. Each document loads one
 * script more, from its own origin, before all others: the document's policy is left as it is.
 */
export async function openWatchingProxy(origin: string): Promise<WatchingProxy> {
  const errors: string[] = []
  // Without connections that are kept: the edge may close one as it is used again.
  const agent = new Agent({ rejectUnauthorized: false })
  const certificate = {
    cert: readFileSync(tlsEnvironment.TLS_CERT_FILE),
    key: readFileSync(tlsEnvironment.TLS_KEY_FILE),
  }
  const secure = createSecureServer(certificate, async (request, response) => {
    const { url = '/', method, headers } = request
    if (url === scriptPath && method === 'POST') {
      errors.push(await text(request))
      response.writeHead(204).end()
      return
    }
    if (url === scriptPath) {
      response.setHeader('content-type', 'text/javascript')
      response.end(`(${String(watch)})('${scriptPath}')`)
      return
    }
    const isPage = headers['sec-fetch-dest'] === 'document'
    const plain = { ...headers, 'accept-encoding': 'identity' }
    const asked = ask(`${origin}${url}`, { agent, method, headers: isPage ? plain : headers })
    request.pipe(asked)
    // A page that goes away ends its stream of events.
    response.on('close', () => asked.destroy())
    asked.on('error', () => response.destroy())
    asked.on('response', async (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode >= 400) errors.push(`${statusCode} ${origin}${url}`)
      const isDocument = isPage && answer.headers['content-type']?.startsWith('text/html') === true
      const { connection: _hop, 'transfer-encoding': _coding, ...rest } = answer.headers
      if (!isDocument) {
        response.writeHead(statusCode, rest)
        answer.on('error', () => response.destroy())
        answer.pipe(response)
        return
      }
      const { 'content-length': _length, ...kept } = rest
      const html = await text(answer)
      response.writeHead(statusCode, kept)
      response.end(html.replace(/<head[^>]*>/, `$&<script src="${scriptPath}"></script>`))
    })
  })
  const proxy = createServer()
  const { host } = new URL(origin)
  proxy.on('connect', ({ url }, socket) => {
    // Nothing of the product calls another host.
    if (url !== host) errors.push(`A call to ${url}`)
    if (url !== host) socket.destroy()
    else socket.write('HTTP/1.1 200 OK\r\n\r\n', () => secure.emit('connection', socket))
    socket.on('error', () => socket.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    errors,
    close() {
      proxy.close()
      agent.destroy()
    },
  }
}

/** Runs in the page: tells the proxy of each error. */
function watch(path: string): void {
  const tell = (...said: unknown[]) => navigator.sendBeacon(path, said.map(String).join(' '))
  Object.assign(console, { error: tell })
  window.addEventListener('error', ({ message }) => tell(message))
  window.addEventListener('unhandledrejection', ({ reason }) => tell('Unhandled:', reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell('Content Security Policy:', violatedDirective, blockedURI),
  )
}
