import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

import { beforeEach, expect, test, vi } from 'vitest'

import { receive } from '../../../../test/chat-api.ts'
import { useMailWorker } from '../../../../test/mail-worker.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { insertEmail } from '../../../platform/mail/mail-outbox.ts'
import { lowCreditKind } from '../../billing/low-credit.ts'

const api = useTestApi()
const post = useMailWorker(api, 'http://localhost:3000', { isProductSending: true })

beforeEach(() => {
  post.received.length = 0
  post.receivedByProduct.length = 0
})

const refusal = { responseCode: 550, message: 'No such mailbox' }
const subjects = (letters: typeof post.received) => letters.map(({ mail }) => mail.subject)

/** Queues the e-mail that the credit is low. */
const warn = (ownerId: string) => {
  const balance = { amountMinor: 100, currency: 'INR', messagesLeft: 4 }
  const content = { to: 'asha@shop.example', balance }
  const letter = { ownerId, kind: lowCreditKind, content }
  return api.database.transaction((queries) => insertEmail(queries, api.queue, letter))
}

test('an owner without a mail server gets alerts from the product’s server', async () => {
  const { ownerId } = await post.newOwner({ settings: { smtp: { enabled: false } } })

  await warn(ownerId)

  await vi.waitFor(() => expect(subjects(post.receivedByProduct)).toEqual(['Your credit is low']))
  expect(post.receivedByProduct[0]).toMatchObject({
    from: 'alerts@errand.example',
    to: ['asha@shop.example'],
  })
  expect(post.received).toEqual([])
})

test.each([
  ['refuses for good', refusal],
  ['rejects for now', { responseCode: 451, message: 'Try again later' }],
])(
  'an e-mail that the owner’s mail server %s is sent by the product’s server, and only that one',
  async (_, answer) => {
    const [first, second] = [await post.newOwner(), await post.newOwner()]

    await warn(first.ownerId)
    await vi.waitFor(() => expect(subjects(post.received)).toEqual(['Your credit is low']))
    post.answers.push(answer)
    await warn(second.ownerId)

    await vi.waitFor(() => expect(subjects(post.receivedByProduct)).toEqual(['Your credit is low']))
    expect(post.received).toHaveLength(1)
  },
)

test('a chat is e-mailed only through the owner’s mail server', async () => {
  const { owner } = await post.newOwner()
  const { session } = await receive(owner)
  post.answers.push(refusal)

  const body = { to: ['neha@shop.example'], subject: 'Booking' }
  await owner.call('POST', `/api/chats/sessions/${session.id}/email`, { body })

  await vi.waitFor(async () => {
    const path = `/api/chats/sessions/${session.id}/messages`
    const { items } = (await owner.call('GET', path)).body
    expect(items).toContainEqual(expect.objectContaining({ type: 'event', status: 'failed' }))
  })
  expect(post.receivedByProduct).toEqual([])
})

test('a mail server that does not answer does not delay other owners', async () => {
  const silent = createServer((socket) => socket.write('220 silent\r\n')).listen(0, '127.0.0.1')
  const connected = once(silent, 'connection')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { owner: slow } = await post.newOwner()
  await slow.call('PUT', '/api/auth/settings', {
    body: { settings: { smtp: { port, password: 'right' } } },
  })
  const quick = await post.newOwner()

  await warn(slow.id)
  await warn(slow.id)
  const [socket] = (await connected) as [Socket]
  await warn(quick.ownerId)

  await vi.waitFor(() => expect(subjects(post.received)).toEqual(['Your credit is low']))
  expect(socket.readyState).toBe('open')
  socket.destroy()
  silent.close()
})
