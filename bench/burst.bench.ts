import { createHmac } from 'node:crypto'

import { expect, test } from 'playwright/test'

import { simulatedNumber } from '../e2e/support/contacts.ts'
import { perSecond, report } from './figures.ts'
import { apiOrigin, makeOwner, type BenchOwner } from './owners.ts'

const contacts = 200
const textsEach = 5
const timesDelivered = 3
/** Longer than it takes until all of a burst is told. */
const debounceSeconds = 20
const minRatio = 0.2

interface Text {
  id: string
  from: string
  text: string
}

test('a burst of webhooks', async ({ page }) => {
  const owner = await makeOwner()
  const business = `bench-${owner.id.slice(-6)}`
  await open(owner, business)
  const number = await simulatedNumber(page, { name: business, ownerId: owner.id })
  const at = String(Math.floor(Date.now() / 1000))
  const deliver = async (text: Text): Promise<void> => {
    const body = webhookOf(number.phoneNumberId, text, at)
    const signature = createHmac('sha256', number.appSecret).update(body).digest('hex')
    const headers = { 'x-hub-signature-256': `sha256=${signature}` }
    const url = `${apiOrigin}/api/webhooks/whatsapp`
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`A webhook was answered with ${answer.status}`)
  }
  const deliveries = shuffled(
    Array.from({ length: contacts * textsEach }, (_, index): Text => {
      const contact = Math.floor(index / textsEach)
      const text = `Word ${index % textsEach}`
      return { id: `wamid.${index}`, from: String(919_802_500_000 + contact), text }
    }).flatMap((text) => Array.from({ length: timesDelivered }, () => text)),
  )

  const idle = await perSecond(deliveries, async () =>
    (await fetch(`${apiOrigin}/api/healthz`)).arrayBuffer(),
  )
  const ingested = await perSecond(deliveries, deliver)
  report('webhooks taken', {
    measured: `${(ingested / idle).toFixed(2)} × (${ingested.toFixed(0)} and ${idle.toFixed(0)} in a second)`,
    limit: `≥ ${minRatio} × what does nothing but answer`,
    isMet: ingested >= minRatio * idle,
  })

  const startedAt = performance.now()
  await expect
    .poll(async () => (await chatsOf(owner)).filter(hasReply).length, { timeout: 300_000 })
    .toBe(contacts)
  const seconds = (performance.now() - startedAt) / 1000
  const chats = await chatsOf(owner)
  const texts = chats.reduce((sum, { messageCount }) => sum + messageCount, 0)
  report('burst', {
    measured: `${texts} messages in ${chats.length} chats, all after ${seconds.toFixed(0)} s`,
    limit: `each text once and one reply in each of ${contacts} chats`,
    isMet: chats.length === contacts && texts === contacts * (textsEach + 1),
  })
})

/** A job that takes every chat. */
async function open({ ask }: BenchOwner, name: string): Promise<void> {
  const settings = { business: { name }, assistant: { debounceSeconds } }
  await ask('/api/auth/settings', { method: 'PUT', body: JSON.stringify({ settings }) })
  const field = { key: 'name', label: 'Name', type: 'text', order: 0, required: true }
  const job = { name: 'Salon', instructions: 'Take bookings.', status: 'active', fields: [field] }
  await ask('/api/jobs', { method: 'POST', body: JSON.stringify(job) })
}

interface Chat {
  messageCount: number
  lastMessage: { author: string } | null
}

async function chatsOf({ ask }: BenchOwner): Promise<Chat[]> {
  const chats: Chat[] = []
  let cursor = ''
  do {
    const answer = await ask(`/api/chats/sessions?limit=100${cursor}`)
    const page = (await answer.json()) as { items: Chat[]; nextCursor?: string | null }
    chats.push(...page.items)
    cursor = page.nextCursor == null ? '' : `&cursor=${page.nextCursor}`
  } while (cursor !== '')
  return chats
}

const hasReply = ({ lastMessage }: Chat): boolean => lastMessage?.author === 'assistant'

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** The webhook that tells of a text, as the provider writes it. */
function webhookOf(number: string, { id, from, text }: Text, timestamp: string): string {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '1', phone_number_id: number },
    contacts: [{ profile: { name: 'Ravi' }, wa_id: from }],
    messages: [{ from, id, timestamp, type: 'text', text: { body: text } }],
  }
  const entry = [{ id: '2000', changes: [{ field: 'messages', value }] }]
  return JSON.stringify({ object: 'whatsapp_business_account', entry })
}
