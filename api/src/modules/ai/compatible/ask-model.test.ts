import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { says, startAiServer, type AiServer } from '../../../../test/ai-server.ts'
import { askModel } from './ask-model.ts'

let server: AiServer

beforeAll(async () => {
  server = await startAiServer()
})
afterAll(() => server.stop())

test('an own error while reading the second answer is not hidden by the first', async () => {
  server.behaviours.push(says('{"word":"first"}'), says('{"word":"second"}'))
  const { baseUrl: baseURL } = server
  const service = createOpenAICompatible({
    name: 'test',
    baseURL,
    supportsStructuredOutputs: true,
  })
  const mistake = new RangeError('Ours')
  const word = z.pipe(
    z.transform((said: unknown) => {
      if (said === 'second') throw mistake
      return said
    }),
    z.string(),
  )

  const asked = askModel(service.chatModel('small-1'), {
    schema: z.object({ word }),
    instructions: 'Say a word.',
    prompt: 'Now.',
    signal: new AbortController().signal,
    complaintOf: () => 'Another one.',
  })

  await expect(asked).rejects.toBe(mistake)
})
