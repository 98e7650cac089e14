import { createHmac } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { simulatedApp } from '../../../dev/simulators/graph/simulated-ids.ts'
import { startWorking, whatsAppOf } from '../../../test/phone-api.ts'
import { type Owner, useTestApi } from '../../../test/test-api.ts'
import { users } from '../../platform/database/schema.ts'

const api = useTestApi({
  environment: async () => ({
    META_APP_ID: simulatedApp.id,
    META_APP_SECRET: simulatedApp.secret,
    META_CONFIG_ID: simulatedApp.configId,
  }),
})
beforeAll(() => startWorking(api))

const signUp = (owner: Owner, body: object) =>
  owner.call('POST', '/api/auth/whatsapp/signup', { body })

/** A Graph API that knows one account, whose ids look like Meta's; `changes` replace its answers. */
function useOtherGraph(wabaId: string, changes: Record<string, () => Response> = {}) {
  const ids = { wabaId, phoneNumberId: `1${wabaId}` }
  const number = { id: ids.phoneNumberId, display_phone_number: '+91 98000 00000' }
  const answers: Record<string, () => Response> = {
    'oauth/access_token': () => Response.json({ access_token: 'token' }),
    phone_numbers: () => Response.json({ data: [number] }),
    subscribed_apps: () => Response.json({ data: [], success: true }),
    message_templates: () => Response.json({ data: [] }),
    register: () => Response.json({ success: true }),
    ...changes,
  }
  const ask = async (url: string) => {
    const path = new URL(url).pathname
    const [, answer] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? []
    return answer?.() ?? Response.json({ id: '1' })
  }
  Object.assign(api.whatsApp.endpoints.whatsapp ?? {}, { ask })
  return ids
}

const saveWhatsApp = (owner: Owner, whatsapp: object) =>
  owner.call('PUT', '/api/auth/settings', { body: { settings: { whatsapp } } })

const disconnected = {
  provider: 'simulator',
  phoneNumberId: '',
  wabaId: '',
  accessToken: null,
  appSecret: null,
}

const chatsOf = async (owner: Owner) =>
  (await owner.call('GET', '/api/chats/sessions')).body.items.length

/** Delivers a customer's message to a number, signed with an app's secret. */
async function deliver(ids: { wabaId: string; phoneNumberId: string }, secret: string) {
  const message = {
    from: '919800000001',
    id: `wamid.${ids.wabaId}`,
    timestamp: '1795779900',
    type: 'text',
  }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '919800000000', phone_number_id: ids.phoneNumberId },
    contacts: [{ profile: { name: 'Ravi' }, wa_id: message.from }],
    messages: [{ ...message, text: { body: 'Hello' } }],
  }
  const entry = [{ id: ids.wabaId, changes: [{ field: 'messages', value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-hub-signature-256': `sha256=${signature}` }
  return (await api.request('/api/webhooks/whatsapp', { method: 'POST', headers, body })).status
}

test('webhooks of a signed-up number are verified with the app’s secret and reach only its owner', async () => {
  const [owner, stranger] = [await api.newOwner(), await api.newOwner()]
  const ids = useOtherGraph('220011')
  expect((await signUp(owner, { code: 'c', ...ids })).body.success).toBe(true)
  await saveWhatsApp(stranger, { provider: 'cloud_api', ...ids, accessToken: 'none' })

  expect(await deliver(ids, 'another')).toBe(403)
  expect(await deliver(ids, simulatedApp.secret)).toBe(200)

  await vi.waitFor(async () => expect(await chatsOf(owner)).toBe(1), { interval: 50 })
  expect(await chatsOf(stranger)).toBe(0)
  const [row] = await api.database.queries.select().from(users).where(eq(users.id, stranger.id))
  expect(row?.findings.signup).toBeUndefined()
})

test('an app secret entered after a signup verifies the number’s webhooks', async () => {
  const owner = await api.newOwner()
  const ids = useOtherGraph('220022')
  await signUp(owner, { code: 'c', ...ids })
  await saveWhatsApp(owner, disconnected)
  const appSecret = 'secret of the owner’s app'
  await saveWhatsApp(owner, { provider: 'cloud_api', ...ids, accessToken: 'own', appSecret })

  expect(await deliver(ids, simulatedApp.secret)).toBe(403)
  expect(await deliver(ids, appSecret)).toBe(200)
})

test('a number belongs only to its newest signup, even if another owner enters its ids', async () => {
  const [agency, business] = [await api.newOwner(), await api.newOwner()]
  const ids = useOtherGraph('220033')
  await signUp(agency, { code: 'c', ...ids })
  await saveWhatsApp(agency, disconnected)
  await signUp(business, { code: 'c', ...ids })
  await saveWhatsApp(agency, { provider: 'cloud_api', ...ids, accessToken: 'token' })

  expect(await deliver(ids, simulatedApp.secret)).toBe(200)

  await vi.waitFor(async () => expect(await chatsOf(business)).toBe(1), { interval: 50 })
  expect(await chatsOf(agency)).toBe(0)
})

test('a temporary failure of Meta while subscribing does not disconnect the number', async () => {
  const owner = await api.newOwner()
  const subscribed_apps = () => new Response('<html>Bad Gateway</html>', { status: 502 })
  const ids = useOtherGraph('220044', { subscribed_apps })

  const answer = await signUp(owner, { code: 'c', ...ids })

  expect(answer.body.stages.at(-1)).toMatchObject({ stage: 'webhook', ok: false })
  expect(answer.body.stages.at(-1).hint).not.toContain('Meta app')
  expect(await whatsAppOf(owner)).toMatchObject({ status: 'connecting', lastError: null })
})

test.each([
  ['oauth/access_token', 101],
  ['subscribed_apps', 2200],
])('a failure of %s that the owner cannot fix says whom to ask', async (path, code) => {
  const owner = await api.newOwner()
  const refused = () => Response.json({ error: { message: 'Refused', code } }, { status: 400 })
  const ids = useOtherGraph('220055', { [path]: refused })

  const answer = await signUp(owner, { code: 'c', ...ids })

  expect(answer.body.stages.at(-1).hint).toMatch(/ask who runs it/i)
})
