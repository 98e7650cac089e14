import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import {
  openShop,
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../test/assistant-api.ts'
import { receive } from '../../test/chat-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { answerTurn } from '../ai/scripted/answer/answer-turn.ts'
import { formData } from '../database/schema.ts'

const api = useTestApi()
const ai = talkingProvider()
beforeAll(() => startAnswering(api, ai))

test('a place that is shared fills the field for it, whatever the provider reads', async () => {
  const fields = [{ key: 'where', label: 'Where', type: 'location', required: true, order: 0 }]
  const { owner } = await openShop(api, { job: { answerOnly: false, fields } })
  ai.says(() => turnOf('Thank you.'))
  const { session } = await receive(owner, {
    type: 'location',
    text: 'Asha Salon\nFC Road, Pune\n18.5204, 73.8567',
  })
  await waitForQuiet(api, session.id)

  const [asked] = ai.asked.at(-1)?.inbound ?? []
  expect(asked?.place).toEqual({
    latitude: 18.5204,
    longitude: 73.8567,
    name: 'Asha Salon',
    address: 'FC Road, Pune',
  })
  const [row] = await api.database.queries
    .select()
    .from(formData)
    .where(eq(formData.sessionId, session.id))
  expect(row?.values).toMatchObject({ where: { latitude: 18.5204, name: 'Asha Salon' } })
})

test('who has just shared it is not asked for it', async () => {
  const fields = [
    { key: 'where', label: 'Where', type: 'location', required: true, order: 0 },
    { key: 'name', label: 'Name', type: 'text', required: true, order: 1 },
  ]
  const { owner } = await openShop(api, { job: { answerOnly: false, fields } })
  ai.says(answerTurn)
  const { session } = await receive(owner, { type: 'location', text: '18.5204, 73.8567' })
  await waitForQuiet(api, session.id)

  expect(await saidIn(api, session.id)).toEqual([expect.stringMatching(/Name/)])
  expect(ai.asked.at(-1)?.fields[0]).toMatchObject({ state: 'answered' })
})
