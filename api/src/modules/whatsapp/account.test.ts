import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { simulatedCredentials } from '../../../dev/simulators/graph/simulated-ids.ts'
import { phonesOf, startWorking, waitForChat, whatsAppOf } from '../../../test/phone-api.ts'
import { type Owner, useTestApi } from '../../../test/test-api.ts'
import { templates } from '../../platform/database/schema.ts'

const api = useTestApi()
beforeAll(async () => {
  await startWorking(api)
  // The simulator stands for Meta's API too, so that connecting works as for a real account.
  const { whatsapp, simulator } = api.whatsApp.endpoints
  if (whatsapp === undefined || simulator === undefined) throw new Error('No simulator')
  Object.assign(whatsapp, { baseUrl: simulator.baseUrl, ask: simulator.ask })
})

/** Connects an owner's number with its simulated credentials; `more` replaces some of them. */
async function connect(owner: Owner, more: object = {}) {
  const { ownerId, ...phones } = await phonesOf(api, owner)
  const credentials = simulatedCredentials(api.secretBox, ownerId)
  const whatsapp = { provider: 'cloud_api', ...credentials, ...more }
  const body = { settings: { whatsapp } }
  const { status, body: answer } = await owner.call('PUT', '/api/auth/settings', { body })
  expect(status, JSON.stringify(answer)).toBe(200)
  expect(answer.user.settings.whatsapp.status).toBe('connecting')
  return { ownerId, ...phones }
}

const waitForChannel = (owner: Owner, status: string) =>
  vi.waitFor(
    async () => {
      const whatsapp = await whatsAppOf(owner)
      expect(whatsapp.status).toBe(status)
      return whatsapp
    },
    { interval: 50 },
  )

test('saving a number in the settings checks it and loads its templates', async () => {
  const owner = await api.newOwner()
  await connect(owner)

  expect(await waitForChannel(owner, 'connected')).toMatchObject({ lastError: null })
  const names = await vi.waitFor(async () => {
    const { items } = (await owner.call('GET', '/api/chats/templates')).body
    expect(items).not.toEqual([])
    return items.map(({ name, status }: { name: string; status: string }) => [name, status])
  })
  expect(names).toEqual([
    ['answer_waiting', 'APPROVED'],
    ['hello_world', 'APPROVED'],
  ])
})

test.each([
  [{ accessToken: 'stolen' }, 190],
  [{ phoneNumberId: '404' }, 100],
])('a number with %o is not connected, and the settings show the reason', async (wrong, code) => {
  const owner = await api.newOwner()
  await connect(owner, wrong)

  const { lastError } = await waitForChannel(owner, 'disconnected')
  expect(lastError).toMatchObject({ code, message: expect.any(String) })
  const { body } = await owner.call('POST', '/api/auth/test-whatsapp', { body: {} })
  expect(body.success).toBe(false)
  expect(body.stages.at(-1)).toMatchObject({ ok: false, code: String(code) })
})

test('the connection test sends the owner a message and reports each stage', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  const nobody = await api.newOwner()
  await connect(nobody, { wabaId: '' })
  await vi.waitFor(async () => {
    const { items } = (await owner.call('GET', '/api/chats/templates')).body
    expect(items).not.toEqual([])
  })

  const { body } = await owner.call('POST', '/api/auth/test-whatsapp', { body: {} })
  expect(body).toMatchObject({ success: true })
  expect(body.stages.map(({ stage }: { stage: string }) => stage)).toEqual([
    'token',
    'number',
    'webhook',
    'send',
  ])
  await api.settled()
  const { messages } = await phones.chatWith(owner.phoneNumber)
  expect(messages).toMatchObject([{ type: 'template', from: 'business', status: 'delivered' }])
  const missing = await nobody.call('POST', '/api/auth/test-whatsapp', { body: {} })
  expect(missing.body.stages).toMatchObject([{ stage: 'token', ok: false }])
  for (let count = 0; count < 4; count += 1)
    await owner.call('POST', '/api/auth/test-whatsapp', { body: {} })
  const tooMany = await owner.call('POST', '/api/auth/test-whatsapp', { body: {} })
  expect(tooMany.status).toBe(429)
})

test('an event of the account changes the status in the settings', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await phones.happen('flag_quality')

  const { lastError } = await waitForChannel(owner, 'degraded')
  expect(lastError.message).toContain('quality')
  const { items } = (await owner.call('GET', '/api/chats/sessions')).body
  expect(items).toEqual([])
})

test('a template that Meta pauses is marked as paused', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await owner.call('GET', '/api/chats/templates')
  const isOwn = eq(templates.ownerId, phones.ownerId)
  const statusOf = async () => {
    const rows = await api.database.queries.select().from(templates).where(isOwn)
    return rows.find(({ name }) => name === 'answer_waiting')?.status
  }
  await vi.waitFor(async () => expect(await statusOf()).toBe('APPROVED'))

  await phones.happen('pause_template', { template: 'answer_waiting' })

  await vi.waitFor(async () => expect(await statusOf()).toBe('PAUSED'))
})

test('a document keeps its file name, without control characters', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  for (const fileName of ['Invoice 2026-11.pdf', 'Currículum café\u202E.pdf', '']) {
    const media = { mimeType: 'application/pdf', fileName, base64: 'JVBERg==' }
    await phones.write('+919800000001', { type: 'document', text: '', media })
  }

  await waitForChat(owner, ({ items }) =>
    expect(items.map(({ media }) => String(media?.fileName)).toSorted()).toEqual([
      'Currículum café.pdf',
      'Invoice 2026-11.pdf',
      'document.pdf',
    ]),
  )
})

test.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['text/plain; charset=utf-8', 'txt'],
  ['text/x-vcard', 'vcf'],
  ['text/calendar', 'ics'],
  ['application/zip', 'zip'],
  ['application/vnd.android.package-archive', 'apk'],
  ['image/heic', 'heic'],
  ['application/octet-stream', 'bin'],
  ['application/x-made-up-by-somebody', 'bin'],
])('a document of type %s without a name is called document.%s', async (mimeType, ending) => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  const media = { mimeType, fileName: '', base64: 'JVBERg==' }
  await phones.write('+919800000001', { type: 'document', text: '', media })

  await waitForChat(owner, ({ items: [message] }) =>
    expect(message?.media?.fileName).toBe(`document.${ending}`),
  )
})

test('a picture from the contact is stored, and one sent to the contact arrives', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  const bytes = Buffer.from('‰PNG of a shop 🏪')
  const media = { mimeType: 'image/png', fileName: 'shop.png', base64: bytes.toString('base64') }
  await phones.write('+919800000001', { type: 'image', text: 'Our shop', media })

  const { items } = await waitForChat(owner, ({ items: [message] }) =>
    expect(message?.media).toMatchObject({ mimeType: 'image/png', bytes: bytes.length }),
  )
  expect(items).toMatchObject([{ type: 'image', text: 'Our shop' }])
  const file = await owner.stream(items[0].media.url, {})
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)

  await api.channels.simulator?.send({
    ownerId: phones.ownerId,
    reference: 'none.1',
    to: { phoneNumber: '+919800000001', userId: null },
    text: 'Here it is again',
    media: items[0].media,
  })
  const { messages } = await phones.chatWith('+919800000001')
  expect(messages.at(-1)).toMatchObject({
    from: 'business',
    type: 'image',
    text: 'Here it is again',
    media: { mimeType: 'image/png' },
  })
  const { id } = messages.at(-1).media
  const shown = await api.request(`/simulator/phone/media/${phones.number}/${id}`)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes)
})
