import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import {
  openShop,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive } from '../../../test/chat-api.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import { accounts } from '../../platform/database/schema.ts'
import { AiUnavailable } from '../ai/ai-provider.ts'
import { receiveMessage } from '../conversations/receive-message.ts'
import arabic from '../phrases/ar.json' with { type: 'json' }
import spanish from '../phrases/es.json' with { type: 'json' }
import hindi from '../phrases/hi.json' with { type: 'json' }
import { english } from '../phrases/phrases.ts'

const { api, ai } = useAssistant(() => turnOf('Fine.'))

/** A voice note that nobody has written down, from the person who writes in these tests. */
async function speak(ownerId: string): Promise<string> {
  const from = { waId: '919800000001', phoneNumber: '+919800000001', name: 'Ravi' }
  const message = { providerId: randomUUID(), type: 'audio', text: '', at: new Date() } as const
  const { sessionId } = await api.database.transaction((queries) =>
    receiveMessage(queries, api.queue, { ownerId, channel: 'simulator', from, message }),
  )
  return sessionId
}

/** What the product itself said last in a chat. */
async function lastWords(owner: Parameters<typeof readChat>[0], sessionId: string) {
  const { items } = await readChat(owner, sessionId)
  return items.findLast(({ author }: { author: string }) => author === 'system')?.text
}

async function useUp(ownerId: string): Promise<void> {
  const used = { trialMessages: 1_000_000 }
  await api.database.queries.update(accounts).set(used).where(eq(accounts.ownerId, ownerId))
}

test.each([
  ['How much is it?', 'auto', english],
  ['Hola, ¿cuánto cuesta?', 'auto', spanish],
  ['कितना लगेगा?', 'auto', hindi],
  ['ok', 'auto', english],
  ['How much is it?', 'es', spanish],
])(
  'without credit, %j in a job with language %s gets the notice in the right language',
  async (...given) => {
    const [text, language, phrases] = given
    const { owner, ownerId } = await openShop(api, { job: { language } })
    await useUp(ownerId)
    const { session } = await receive(owner, { text })
    await waitForQuiet(api, session.id)
    expect(await lastWords(owner, session.id)).toBe(phrases.exhausted)
  },
)

test('answers a voice note in the language that the model recognized', async () => {
  const { owner, ownerId } = await openShop(api)
  ai.says(() => turnOf('حسنًا', { language: 'ar' }))
  const { session } = await receive(owner, { text: 'Marhaba' })
  await waitForQuiet(api, session.id)
  await speak(ownerId)
  expect(await lastWords(owner, session.id)).toBe(arabic.voiceNote)
})

test('answers a contact who only sends voice notes in the language of the business', async () => {
  const { owner, ownerId } = await openShop(api)
  const assistant = { debounceSeconds: 0 }
  await setPreferences(api.database.queries, ownerId, { assistant, business: { locale: 'es-MX' } })
  expect(await lastWords(owner, await speak(ownerId))).toBe(spanish.voiceNote)
})

test('says in the contact’s language that it has no answer', async () => {
  const { owner } = await openShop(api)
  ai.says(() => {
    throw new AiUnavailable('The provider answered 500.', {})
  })
  const { session } = await receive(owner, { text: 'Hola, buenas tardes' })
  await waitForQuiet(api, session.id)
  expect(await saidIn(api, session.id)).toEqual([spanish.fallback])
})

test('uses the owner’s own words for that', async () => {
  const words = { exhaustedMessage: 'Back on Monday.', voiceNoteMessage: 'Type, please.' }
  const { owner, ownerId } = await openShop(api, { assistant: words })
  const sessionId = await speak(ownerId)
  expect(await lastWords(owner, sessionId)).toBe('Type, please.')
  await useUp(ownerId)
  await receive(owner, { text: 'Hola' })
  await waitForQuiet(api, sessionId, 2)
  expect(await lastWords(owner, sessionId)).toBe('Back on Monday.')
})
