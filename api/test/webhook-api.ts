import { createHmac } from 'node:crypto'

import { expect } from 'vitest'

import { readAnswer, type Person, type useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

/** Delivers a webhook with any signature, as a stranger could. */
export const deliver = async (api: TestApi, body: string, signature = '') =>
  readAnswer(
    await api.request('/api/webhooks/whatsapp', {
      method: 'POST',
      headers: { 'x-hub-signature-256': signature },
      body,
    }),
  )

export const sign = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Connects the owner's own number; the webhooks that it returns are signed as Meta signs them. */
export async function connect(
  api: TestApi,
  owner: Person,
  phoneNumberId: string,
  appSecret = `secret of ${phoneNumberId}`,
) {
  const whatsapp = {
    provider: 'cloud_api',
    phoneNumberId,
    wabaId: `9${phoneNumberId}`,
    accessToken: 'token',
    appSecret,
  }
  const body = { settings: { whatsapp } }
  const answer = await owner.call('PUT', '/api/auth/settings', { body })
  expect(answer.status).toBe(200)
  const { verifyToken } = answer.body.user.settings.whatsapp
  const webhook = (value: object, field = 'messages') => {
    const metadata = { display_phone_number: '1', phone_number_id: phoneNumberId }
    const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } }
    return JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: whatsapp.wabaId, changes: [change] }],
    })
  }
  const sendWebhook = (value: object, field?: string) => {
    const text = webhook(value, field)
    return deliver(api, text, sign(text, appSecret))
  }
  return { verifyToken, webhook, sendWebhook, appSecret }
}

/** The webhook value of one text message. */
export const textOf = (id: string, body: string, timestamp: number, from = '919800000001') => ({
  contacts: [{ profile: { name: 'Ravi' }, wa_id: from }],
  messages: [{ from, id, timestamp: String(timestamp), type: 'text', text: { body } }],
})
/** The time in seconds, as Meta writes it. */
export const now = () => Math.floor(Date.now() / 1000)
