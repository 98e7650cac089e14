import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import {
  openShop,
  runsOf,
  startAnswering,
  talkingProvider,
  turnOf,
} from '../../test/assistant-api.ts'
import { readChat, receive } from '../../test/chat-api.ts'
import { insertTemplate } from '../../test/chat-rows.ts'
import { useTestApi } from '../../test/test-api.ts'
import { chatSessions, templates } from '../database/schema.ts'

const api = useTestApi()
const ai = talkingProvider()
const nudgeTemplate = 'answer_waits'

beforeAll(() => startAnswering(api, ai))
beforeEach(() => {
  ai.says(async () => {
    await api.database.queries.update(chatSessions).set({ windowExpiresAt: new Date() })
    return turnOf('A cut is 300.')
  })
})

async function shopWith(assistant: object, template: Partial<typeof templates.$inferInsert> = {}) {
  const shop = await openShop(api, { assistant })
  await insertTemplate(api.database.queries, {
    ownerId: shop.ownerId,
    name: nudgeTemplate,
    body: 'We have an answer for you. Write to read it.',
    ...template,
  })
  return shop
}

type Shop = Awaited<ReturnType<typeof shopWith>>

/** Asks until so many replies are parked; what went out as a template. */
async function nudgesAfter({ owner }: Shop, questions: number) {
  let sessionId = ''
  for (let count = 1; count <= questions; count += 1) {
    sessionId = (await receive(owner, { text: `Price ${count}?` })).session.id
    await vi.waitFor(async () => {
      const runs = await runsOf(api, sessionId)
      expect(runs).toHaveLength(count)
      expect(runs.at(-1)?.state).toBe('parked')
    })
  }
  const { items } = await readChat(owner, sessionId)
  return items.filter(({ type }: { type: string }) => type === 'template')
}

test('a contact whose window is closed is told once a day that an answer waits', async () => {
  const shop = await shopWith({ nudgeTemplate })
  const nudges = await nudgesAfter(shop, 2)
  expect(nudges).toMatchObject([
    { author: 'assistant', text: 'We have an answer for you. Write to read it.' },
  ])
})

test.each([
  ['nobody has chosen one', { nudgeTemplate: '' }, {}],
  ['it is not approved', { nudgeTemplate }, { status: 'PAUSED' as const }],
  ['it is marketing', { nudgeTemplate }, { category: 'MARKETING' as const }],
  [
    'it has blanks that nobody fills in',
    { nudgeTemplate },
    { body: 'Hi {{1}}', variables: [{ name: '1', example: 'Ravi' }] },
  ],
])(
  'nothing is sent when %s',
  async (_why, assistant, template) => {
    expect(await nudgesAfter(await shopWith(assistant, template), 1)).toEqual([])
  },
  60_000,
)
