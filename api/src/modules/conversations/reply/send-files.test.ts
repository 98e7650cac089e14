import { beforeAll, expect, test } from 'vitest'

import { readChat, receive, sendReply } from '../../../../test/chat-api.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { phonesOf, startWorking, waitForChat } from '../../../../test/phone-api.ts'
import { useTestApi, type Owner, type Person } from '../../../../test/test-api.ts'
import { findFile, sweepFiles } from '../../../platform/files/files.service.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

const contact = '+919800000001'
const photo = Buffer.from(`\u0089PNG\r\n\u001A\n a shop`, 'latin1')
const voice = Buffer.from('OggS\u0000 a page, OpusHead')

/** Uploads a file; answers its id. */
async function upload(owner: Person, bytes: Buffer, name: string): Promise<string> {
  const headers = { 'x-file-name': encodeURIComponent(name), 'content-type': 'text/plain' }
  const body = new Blob([new Uint8Array(bytes)])
  const answer = await owner.call('POST', '/api/files', { body, headers })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.file.id
}

/** A chat with a contact who wrote a moment ago. */
async function aChat(): Promise<{ owner: Owner; sessionId: string }> {
  const owner = await api.newOwner()
  return { owner, sessionId: (await receive(owner, { from: contact })).session.id }
}

test('a photo with a caption and a voice note without one arrive on the phone', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await phones.write(contact)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const photoId = await upload(owner, photo, 'Shop front ü.png')
  const voiceId = await upload(owner, voice, 'voice.ogg')

  const sent = await sendReply(owner, session.id, 'Our shop', { mediaId: photoId })
  await sendReply(owner, session.id, '', { mediaId: voiceId })

  expect(sent.status).toBe(202)
  expect(sent.body.message).toMatchObject({
    type: 'image',
    text: 'Our shop',
    media: {
      id: photoId,
      mimeType: 'image/png',
      bytes: photo.length,
      fileName: 'Shop front ü.png',
      url: `/api/files/${photoId}`,
    },
  })
  await waitForChat(owner, ({ items }) => {
    expect(items.slice(1).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })
  const { messages } = await phones.chatWith(contact)
  expect(messages.slice(1)).toMatchObject([
    { type: 'image', text: 'Our shop', media: { mimeType: 'image/png' } },
    { type: 'audio', text: '', media: { mimeType: 'audio/ogg', isVoice: true } },
  ])
  const shown = await api.request(`/simulator/phone/media/${phones.number}/${messages[1].media.id}`)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(photo)
})

test('a CSV file arrives as a document with its file name', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await phones.write(contact)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const table = Buffer.from('F\u00E4rben;900', 'latin1')

  const sent = await sendReply(owner, session.id, '', {
    mediaId: await upload(owner, table, 'Preise.csv'),
  })

  expect(sent.body.message).toMatchObject({ type: 'document', media: { mimeType: 'text/csv' } })
  await waitForChat(owner, ({ items }) => expect(items[1].status).toBe('delivered'))
  const { messages } = await phones.chatWith(contact)
  expect(messages[1]).toMatchObject({ type: 'document', media: { fileName: 'Preise.csv' } })
  const shown = await api.request(`/simulator/phone/media/${phones.number}/${messages[1].media.id}`)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(table)
})

test('a file is sent once, even if the request is repeated, and only by its owner', async () => {
  const { owner, sessionId } = await aChat()
  const other = await aChat()
  const mediaId = await upload(owner, photo, 'a.png')
  const send = (more: object = {}) => sendReply(owner, sessionId, '', { mediaId, ...more })

  const refused = await sendReply(other.owner, other.sessionId, '', { mediaId })
  expectProblem(refused, 422)
  expect(refused.body.errors).toMatchObject([{ pointer: '#/mediaId', code: 'not_found' }])
  const first = await send({ clientId: 'c_1' })
  const repeated = await send({ clientId: 'c_1' })
  expect(repeated.body.message.id).toBe(first.body.message.id)
  expectProblem(await send({ clientId: 'c_2' }), 422)
})

test('an unsent file is deleted after a day, a sent one stays, and undoing a reply makes its file unsent again', async () => {
  const { owner, sessionId } = await aChat()
  const [unsent, sent, undone] = await Promise.all(
    ['a.png', 'b.png', 'c.png'].map((name) => upload(owner, photo, name)),
  )
  await sendReply(owner, sessionId, '', { mediaId: sent, undoSeconds: 30 })
  const held = await sendReply(owner, sessionId, 'Wrong one', { mediaId: undone, undoSeconds: 30 })
  const answer = await owner.call('DELETE', `/api/chats/messages/${held.body.message.id}`)
  expect(answer.body).toMatchObject({ success: true, restored: 'Wrong one' })

  const exists = async (id = '') => (await findFile(api.database.queries, id)) !== undefined
  await sweepFiles(api, hoursAhead(23))
  expect(await Promise.all([unsent, sent, undone].map(exists))).toEqual([true, true, true])
  const again = await sendReply(owner, sessionId, '', { mediaId: undone, undoSeconds: 30 })
  expect(again.status).toBe(202)
  await owner.call('DELETE', `/api/chats/messages/${again.body.message.id}`)
  await sweepFiles(api, hoursAhead(25))
  expect(await Promise.all([unsent, sent, undone].map(exists))).toEqual([false, true, false])
})

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)

test('outside the window a file is refused and stays uploaded', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner, { at: hoursAhead(-26).toISOString() })
  const mediaId = await upload(owner, photo, 'a.png')

  const refused = await sendReply(owner, session.id, '', { mediaId })

  expectProblem(refused, 409)
  expect(refused.body.code).toBe('window_closed')
  const file = await findFile(api.database.queries, mediaId)
  expect(file?.expiresAt).not.toBeNull()
})

test('a file is refused with a long caption, with text beside audio, or with a template', async () => {
  const { owner, sessionId } = await aChat()
  const photoId = await upload(owner, photo, 'a.png')
  const voiceId = await upload(owner, voice, 'a.ogg')
  const pointersOf = async (text: string, more: object) => {
    const answer = await sendReply(owner, sessionId, text, more)
    expectProblem(answer, 422)
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  }

  expect(await pointersOf('x'.repeat(1025), { mediaId: photoId })).toEqual(['#/message'])
  expect(await pointersOf('Hello', { mediaId: voiceId })).toEqual(['#/message'])
  expect(await pointersOf('', {})).toEqual(['#/message'])
  expect(await pointersOf('Hi', { mediaId: photoId, templateName: 'other' })).toEqual(['#/mediaId'])
  expect((await readChat(owner, sessionId)).items).toHaveLength(1)
})
