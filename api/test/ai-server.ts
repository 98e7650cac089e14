import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface ObjectSchema {
  type?: string
  properties: Record<string, ObjectSchema>
  required: string[]
  additionalProperties: boolean
}

/** What a client of chat completions sends. */
interface Asked {
  model: string
  stream?: boolean
  messages: { role: string; content: string }[]
  response_format: { type: string; json_schema: { schema: ObjectSchema } }
}

/** What the service does with one request. */
export type Behaviour = (response: ServerResponse) => void

/** A service of chat completions that does one thing after the other, and remembers what it was asked. */
export async function startAiServer() {
  const behaviours: Behaviour[] = []
  const asked: Asked[] = []
  const keys: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    asked.push((await json(request)) as Asked)
    keys.push(request.headers.authorization)
    behaviours.shift()?.(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    behaviours,
    asked,
    keys,
    forget: () => {
      for (const list of [behaviours, asked, keys]) list.length = 0
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type AiServer = Awaited<ReturnType<typeof startAiServer>>

const head = { id: 'a', created: 1, model: 'small-1' }

/** A whole answer, with what it took. */
export const says =
  (content: string, finish = 'stop'): Behaviour =>
  (response) => {
    response.setHeader('content-type', 'application/json')
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: finish }
    const usage = { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 }
    response.end(JSON.stringify({ ...head, choices: [choice], usage }))
  }

/** An answer of `ai-answers`, as a service sends it. */
export const replays =
  (name: string): Behaviour =>
  (response) => {
    response.setHeader('content-type', 'application/json')
    response.end(readFileSync(new URL(`ai-answers/${name}`, import.meta.url)))
  }

/** Hangs up in the middle of a whole answer. */
export const hangsUp: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices":[', () => setImmediate(() => response.destroy()))
}

/** An error that repeats what it was asked. */
export const fails =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message: 'Your prompt was: secret wish' } }))
  }
