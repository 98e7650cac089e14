import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { generateSchema } from '@errand/contract/job-generation'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { compatibleProvider } from '../modules/ai/compatible/compatible-provider.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'

let strangerCalls = 0
const stranger = createServer((_request, response) => {
  strangerCalls += 1
  response.end('{}')
})
/** A server that sends each caller to the other one, with what was sent. */
const redirecting = createServer((request, response) => {
  const { port } = stranger.address() as AddressInfo
  response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end()
})
let origin = ''

beforeAll(async () => {
  for (const server of [stranger, redirecting]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  origin = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const server of [stranger, redirecting]) server.close()
})

test('the files of chats go to no other address than that of the bucket', async () => {
  const url = `${origin}/errand`
  const { write } = openFileStore({ s3: { url, key: 'k', secret: 's', region: 'us-east-1' } })

  const written = write('fil_01ARZ3NDEKTSV4RRFFQ69G5FAV', [Buffer.from('photo')])

  await expect(written).rejects.toThrow('fetch failed')
  expect(strangerCalls).toBe(0)
})

test('what people write goes to no other address than that of the model', async () => {
  const provider = compatibleProvider({ baseUrl: origin, model: 'small-1', apiKey: 'k' })
  const request = generateSchema.parse({ prompt: 'A salon' })
  const { signal } = new AbortController()

  await expect(provider.draft('instructions', request, { signal })).rejects.toMatchObject({
    name: 'AiUnavailable',
  })
  expect(strangerCalls).toBe(0)
})
