import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { limitArrival } from '@errand/serving'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { receive, sendReply } from '../../test/chat-api.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { fileStores, type TestFileStore } from '../../test/file-stores.ts'
import { phonesOf, startWorking, waitForChat } from '../../test/phone-api.ts'
import { useTestApi, type Owner, type Person } from '../../test/test-api.ts'
import { kill, personAt, startServer } from '../../test/test-server.ts'
import { files } from '../platform/database/schema.ts'
import { sweep } from './worker/upkeep.ts'

const contact = '+919800000001'
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
const afterPurge = hoursAhead(31 * 24)

/** More than one part of an upload to a bucket. */
const document = Buffer.alloc(5.5 * 1024 * 1024, 'Our prices of this year. ')
document.write('%PDF-1.7')
const partEnd = 5 * 1024 * 1024

const fileName = 'Prices "2027" €.pdf'

async function upload(owner: Person, body: Uint8Array<ArrayBuffer> | ReadableStream) {
  const headers = { 'x-file-name': encodeURIComponent(fileName), 'content-type': 'application/pdf' }
  const blob = body instanceof Uint8Array ? new Blob([body]) : body
  return owner.call('POST', '/api/files', { body: blob, headers })
}

async function download(owner: Person, id: string, headers: Record<string, string> = {}) {
  const response = await owner.stream(`/api/files/${id}`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The first part of the document, then a body that stays open. */
const firstPartOf = (bytes: Uint8Array) =>
  new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, partEnd + 1)) })

describe.each(Object.entries(fileStores))('with a %s', (_, start) => {
  let store: TestFileStore
  const api = useTestApi({
    environment: async () => {
      store = await start()
      return store.environment
    },
  })
  beforeAll(() => startWorking(api))
  afterAll(() => store.stop())

  const leave = async (owner: Owner) => {
    expect((await owner.call('DELETE', '/api/auth/account')).status).toBe(200)
  }

  test('an uploaded file reaches the contact and its owner, whole and in parts, and goes with the account', async () => {
    const owner = await api.newOwner()
    const phones = await phonesOf(api, owner)
    await phones.write(contact)
    const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
    const { status, body } = await upload(owner, document)
    expect(status, JSON.stringify(body)).toBe(201)
    const { id } = body.file

    await sendReply(owner, session.id, 'Our prices', { mediaId: id })
    await waitForChat(owner, ({ items }) => expect(items.at(-1).status).toBe('delivered'))

    const [, message] = (await phones.chatWith(contact)).messages
    expect(message.media).toMatchObject({ mimeType: 'application/pdf', fileName })
    const path = `/simulator/phone/media/${phones.number}/${message.media.id}`
    const shown = await api.request(path)
    expect(Buffer.from(await shown.arrayBuffer()).equals(document)).toBe(true)
    const whole = await download(owner, id)
    expect(whole.bytes.equals(document)).toBe(true)
    const range = `bytes=${partEnd - 3}-${partEnd + 4}`
    const part = await download(owner, id, { range })
    expect(part.status).toBe(206)
    expect(part.bytes.equals(document.subarray(partEnd - 3, partEnd + 5))).toBe(true)

    expect(await store.count()).toBe(1)
    await leave(owner)
    await sweep(api, afterPurge)
    expect(await store.count()).toBe(0)
  })

  test('a file that a contact sends goes when they delete the message', async () => {
    const owner = await api.newOwner()
    const phones = await phonesOf(api, owner)
    const media = { mimeType: 'image/png', base64: 'iVBORw==' }
    const { id } = await phones.write(contact, { type: 'image', text: '', media })
    const { items } = await waitForChat(owner, (chat) => expect(chat.items[0].media).toBeDefined())
    expect((await download(owner, items[0].media.id)).status).toBe(200)

    await phones.change(contact, id)
    await waitForChat(owner, (chat) => expect(chat.items[0].media).toBeUndefined())

    expect((await download(owner, items[0].media.id)).status).toBe(404)
    await sweep(api, hoursAhead(0))
    expect(await store.count()).toBe(0)
  })

  test('of an upload that breaks off nothing is left', async () => {
    const owner = await api.newOwner()
    async function* broken() {
      yield document.subarray(0, partEnd + 1)
      throw new Error('gone')
    }

    expectProblem(await upload(owner, ReadableStream.from(broken())), 400)

    expect(await store.count()).toBe(0)
  })

  test('of an upload that comes no further nothing is left, and the api has not failed', async () => {
    const listener = getRequestListener(limitArrival(api.fetch, { windowMs: 200 }))
    const server = createServer(listener)
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const owner = personAt({ url: `http://127.0.0.1:${port}` })
    await owner.signUp()
    api.log.length = 0

    expectProblem(await upload(owner, firstPartOf(document)), 408)

    await vi.waitFor(() => expect(api.log).toHaveLength(1))
    expect(JSON.parse(api.log.join(''))).toMatchObject({ level: 30, status: 400 })
    expect(await store.count()).toBe(0)
  })

  test('while the store fails its owner is told so in one sentence, and nothing is lost', async () => {
    const owner = await api.newOwner()
    const { session } = await receive(owner)
    const { id } = (await upload(owner, document)).body.file
    api.log.length = 0
    await store.fail()

    for (const answer of [
      await upload(owner, document),
      await owner.call('GET', `/api/files/${id}`),
    ]) {
      expectProblem(answer, 503)
      expect(answer.body.title).toBe(
        'Files cannot be saved or opened right now. Please try again in a moment.',
      )
      expect(api.log.join('')).toContain(answer.body.traceId)
    }
    for (const secret of ['AKIDTESTS', 'secret/of+tests']) {
      expect(api.log.join('')).not.toContain(secret)
    }
    const media = { id, mimeType: 'application/pdf', bytes: document.length }
    const to = { phoneNumber: contact, userId: null }
    const message = { ownerId: owner.id, reference: 'msg_1.1', to, text: '', media }
    await expect(api.channels.simulator?.send(message)).rejects.toMatchObject({
      name: 'ChannelBusy',
      reason: { title: 'The file could not be opened', retryable: true },
    })
    const reply = await sendReply(owner, session.id, 'Texts go on', { undoSeconds: 5 })
    expect(reply.status).toBe(202)
    await store.mend()
    expect((await download(owner, id)).bytes.equals(document)).toBe(true)
    await leave(owner)
    await sweep(api, afterPurge)
  })

  test('what cannot be deleted while the store fails is deleted later', async () => {
    const owner = await api.newOwner()
    await upload(owner, document)
    await leave(owner)
    await store.fail()

    await expect(sweep(api, afterPurge)).rejects.toThrow('Not swept: files')
    const rows = await api.database.queries.select({ name: files.name }).from(files)
    expect(rows).toEqual([{ name: '' }])

    await store.mend()
    expect(await store.count()).toBe(1)
    await sweep(api, afterPurge)
    expect(await store.count()).toBe(0)
    expect(await api.database.queries.$count(files)).toBe(0)
  })

  test('what a killed api leaves of an upload is deleted, and was never a file', async () => {
    const environment = { ...api.environment, ...store.environment, WORKER: 'off' }
    const server = await startServer(environment)
    onTestFinished(() => kill(server))
    const person = personAt(server, 99)
    expect((await person.signUp()).status).toBe(201)
    const sending = upload(person, firstPartOf(document)).catch(() => 'broken')
    await vi.waitUntil(async () => (await store.count()) > 0)

    await kill(server)

    expect(await sending).toBe('broken')
    const [row] = await api.database.queries.select().from(files)
    expect(row?.sha256).toBe('')
    await sweep(api, hoursAhead(0))
    expect(await store.count()).toBe(1)
    await sweep(api, hoursAhead(2))
    expect(await store.count()).toBe(0)
    expect(await api.database.queries.$count(files)).toBe(0)
  })
})
