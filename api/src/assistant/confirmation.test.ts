import { beforeAll, expect, test } from 'vitest'

import { openShop, saidIn, startAnswering, waitForQuiet } from '../../test/assistant-api.ts'
import { readChat, receive } from '../../test/chat-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { scriptedProvider } from '../ai/scripted/scripted-provider.ts'

const api = useTestApi()
beforeAll(() => startAnswering(api, scriptedProvider))

const field = (key: string, type: string, order: number) => ({
  key,
  label: key === 'name' ? 'Name' : 'People',
  type,
  required: true,
  order,
})
const job = { answerOnly: false, fields: [field('name', 'text', 0), field('people', 'integer', 1)] }

test('what the owner has filled in is shown to the contact before his yes completes', async () => {
  const { owner } = await openShop(api, { job })
  const { session } = await receive(owner, { text: 'Hi' })
  await waitForQuiet(api, session.id)
  await receive(owner, { text: 'I am Asha' })
  await waitForQuiet(api, session.id, 2)
  const fill = (people: number) =>
    owner.call('PUT', `/api/chats/sessions/${session.id}/form-data`, {
      body: { formData: { people } },
    })
  expect((await fill(4)).status).toBe(200)

  await receive(owner, { text: 'yes' })
  await waitForQuiet(api, session.id, 3)
  expect((await saidIn(api, session.id)).at(-1)).toMatch(/People: 4\nIs everything right\?$/)
  // He changes it once more, after it was shown.
  expect((await fill(5)).status).toBe(200)
  await receive(owner, { text: 'yes' })
  await waitForQuiet(api, session.id, 4)
  expect((await saidIn(api, session.id)).at(-1)).toMatch(/People: 5\nIs everything right\?$/)
  expect((await readChat(owner, session.id)).session.status).toBe('active')

  await receive(owner, { text: 'yes' })
  await waitForQuiet(api, session.id, 5)
  const { session: chat } = await readChat(owner, session.id)
  expect(chat).toMatchObject({ status: 'completed', formData: { status: 'confirmed' } })
})
