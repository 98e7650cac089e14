import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

import { Hono } from 'hono'

import type { AnswerDocument, DocumentAnswer } from './answer-document.ts'

/** Every path that is nothing else is a page of the application. */
export function documents(answerDocument: AnswerDocument) {
  return new Hono().get('*', async (c) => {
    const { status, headers, body } = await answerDocument({
      path: c.req.path,
      ticket: c.req.query('ticket'),
      isSecure: c.req.url.startsWith('https:'),
      header: (name) => c.req.header(name),
    })
    const bytes = Buffer.from(body, 'latin1')
    // Plain headers: the server sends those without making streams and copies of them.
    return new Response(bytes, { status, headers })
  })
}

/** Answers a request for a document past the fetch handler; false for every other request. */
export type SendDocument = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  isSecure: boolean,
) => boolean

/** `/jobs/new`: nothing in it has to be decoded, normalised or read as a query. */
const plainPath = /^\/(?!\/)[\w/-]*$/
const firstPart = (path: string): string => path.split('/', 2)[1] ?? ''

/**
 * The way of most documents through Node's server: without the objects of a fetch handler one takes
 * half the time. `taken` are the paths of all other routes.
 */
export function documentShortcut(answerDocument: AnswerDocument, taken: string[]): SendDocument {
  const takenParts = new Set(taken.map(firstPart))

  return ({ method, url = '', headers }, response, isSecure) => {
    if (method !== 'GET' || !plainPath.test(url) || takenParts.has(firstPart(url))) return false
    const header = (name: string) => headers[name]?.toString()
    void send(answerDocument({ path: url, isSecure, header }), response)
    return true
  }
}

async function send(
  answering: Promise<DocumentAnswer>,
  response: ServerResponse | Http2ServerResponse,
): Promise<void> {
  const { status, headers, body } = await answering
  // The two kinds of response have the same methods, but no common type.
  const sender = response as ServerResponse
  sender.writeHead(status, headers)
  // With the headers in one piece.
  sender.end(body, 'latin1')
}
