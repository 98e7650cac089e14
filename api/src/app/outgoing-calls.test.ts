import { generateSchema } from '@errand/contract/job-generation'
import { startRedirectingServer } from '@errand/database/testing'
import { afterAll, expect, test } from 'vitest'

import { compatibleProvider } from '../modules/ai/compatible/compatible-provider.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'

const { origin, followed, stop } = await startRedirectingServer()
afterAll(stop)

test('the files of chats go to no other address than that of the bucket', async () => {
  const url = `${origin}/errand`
  const { write } = openFileStore({ s3: { url, key: 'k', secret: 's', region: 'us-east-1' } })

  const written = write('fil_01ARZ3NDEKTSV4RRFFQ69G5FAV', [Buffer.from('photo')])

  await expect(written).rejects.toThrow('fetch failed')
  expect(followed()).toBe(0)
})

test('what people write goes to no other address than that of the model', async () => {
  const provider = compatibleProvider({ baseUrl: origin, model: 'small-1', apiKey: 'k' })
  const request = generateSchema.parse({ prompt: 'A salon' })
  const { signal } = new AbortController()

  await expect(provider.draft('instructions', request, { signal })).rejects.toMatchObject({
    name: 'AiUnavailable',
  })
  expect(followed()).toBe(0)
})
