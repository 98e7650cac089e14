import { setImmediate } from 'node:timers/promises'

import { generateSchema } from '@errand/contract/job-generation'
import { expect, test } from 'vitest'

import { AiRefused, AiUnavailable } from './ai-provider.ts'
import { chooseProvider } from './choose-provider.ts'

const rules = chooseProvider(undefined)
const { signal } = new AbortController()
const requestOf = (given: object) => generateSchema.parse({ prompt: 'Take orders', ...given })

test('the event loop stays free while the rules write a draft', async () => {
  // The longest description, so that it takes a while.
  const request = requestOf({
    prompt: 'Ask for a name, a date and the number of guests. '.repeat(40),
  })
  const written = new AbortController()
  const writing = rules.draft('job', request, { signal }).finally(() => written.abort())
  let turns = 0
  while (!written.signal.aborted) {
    await setImmediate()
    turns += 1
  }

  expect((await writing).draft.fields.length).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(20)
})

test('a refusal of the rules keeps its text', async () => {
  const refused = rules.draft('job', requestOf({ mode: 'translate' }), { signal })

  await expect(refused).rejects.toThrow(AiRefused)
  await expect(refused).rejects.toThrow(/translat/i)
})

test('rules with too many parallel requests are unavailable', async () => {
  const caller = new AbortController()
  const asked = Array.from({ length: 600 }, () =>
    rules.draft('instructions', requestOf({}), { signal: caller.signal }),
  )
  const answered = Promise.allSettled(asked)

  await expect(asked.at(-1)).rejects.toThrow(AiUnavailable)

  caller.abort()
  await answered
})
