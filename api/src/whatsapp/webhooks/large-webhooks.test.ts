import { expect, onTestFinished, test, vi } from 'vitest'

import { expectProblem } from '../../../test/expect-problem.ts'
import { startWorking, waitForChat } from '../../../test/phone-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { connect, deliver, now, sign, textOf } from '../../../test/webhook-api.ts'

const api = useTestApi()

test('a webhook is read once it is known who signed it, and how deep it is', async () => {
  const { webhook, appSecret } = await connect(api, await api.newOwner(), '101')
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  const nested = webhook({ x: 0 }).replace('"x":0', `"x":${deep}`)
  const wide = webhook({ x: Array(500_000).fill(1) })
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => {
    parse.mockRestore()
  })

  for (const body of [nested, wide]) {
    expectProblem(await deliver(api, body, sign(body, 'guessed')), 403)
    expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)
  }

  expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([])
  expect(api.log.join('')).toContain('a signed webhook that cannot be read')
})

test('a webhook of three megabytes is taken and worked in', async () => {
  await startWorking(api)
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '102')
  const text = textOf('wamid.large', 'Hello', now())

  expect((await tell({ ...text, errors: ['x'.repeat(2_900_000)] })).status).toBe(200)

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})
