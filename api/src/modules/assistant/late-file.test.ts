import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import {
  asking,
  giveTo,
  openShop,
  runsOf,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { receive } from '../../../test/chat-api.ts'
import { answering } from '../../../test/form-rows.ts'
import { phonesOf, waitForChat } from '../../../test/phone-api.ts'
import type { Person } from '../../../test/test-api.ts'
import { files } from '../../platform/database/schema.ts'
import { sweepFiles } from '../../platform/files/files.service.ts'
import type { Tasks } from '../../platform/queue/queue.ts'
import { answerTurn } from '../ai/rules/answer-turn.ts'
import { english } from '../phrases/phrases.ts'
import { createFetchMedia } from '../whatsapp/media.ts'

const { api, ai } = useAssistant(answerTurn)
const ravi = '+919800000001'
const photo = { type: 'image', text: '', media: { mimeType: 'image/png', base64: 'iVBORw==' } }

/** Files that wait for the test to say that they may be loaded. */
const waiting: Tasks['media.fetch'][] = []
const load = (task: Tasks['media.fetch']) => createFetchMedia(api, api.whatsApp)(task)

beforeAll(() => api.queue.work({ 'media.fetch': async (task) => void waiting.push(task) }))
beforeEach(() => {
  waiting.length = 0
})

const job = asking(['photo', 'file'], ['name'])

async function nextTask(): Promise<Tasks['media.fetch']> {
  await vi.waitUntil(() => waiting.length > 0)
  const [task] = waiting
  if (task === undefined) throw new Error('There is nothing to load')
  return task
}

/** A shop that is sent a photo, whose file is not there when the assistant answers. */
async function sendPhoto(asked = job) {
  const { owner } = await openShop(api, { job: asked })
  const phones = await phonesOf(api, owner)
  await phones.write(ravi, photo)
  const task = await nextTask()
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
  await waitForQuiet(api, session.id)
  return { owner, phones, task, sessionId: session.id as string }
}

const answersOf = async (owner: Person) =>
  (await waitForChat(owner, () => {})).session.formData.values

test('takes a file that arrives after the reply, and goes on from there once', async () => {
  const { owner, task, sessionId } = await sendPhoto()
  expect((await saidIn(api, sessionId)).at(-1)).toContain('photo')

  await Promise.all([load(task), load(task)])
  await load(task)

  await waitForQuiet(api, sessionId, 2)
  const said = await saidIn(api, sessionId)
  expect(said).toHaveLength(2)
  expect(said[1]).toContain('name')
  expect(await answersOf(owner)).toMatchObject({ photo: { mimeType: 'image/png' } })
  const [, second] = ai.asked
  expect(second?.inbound).toMatchObject([{ file: { mimeType: 'image/png' } }])
  expect(second?.history.map(({ text }) => text)).toEqual([said[0]])
  expect((await runsOf(api, sessionId)).map(({ seqTo }) => seqTo)).toEqual([1, 1])
})

test('a late file does not complete a booking whose time was taken meanwhile', async () => {
  const behaviour = { confirmAtEnd: false, booking: { minutes: 60, capacity: 1 } }
  const { owner, jobId } = await openShop(api, {
    job: { ...asking(['when', 'datetime'], ['photo', 'file']), behaviour },
  })
  const phones = await phonesOf(api, owner)
  await phones.write(ravi, { text: 'On 15 January 2027 at 5 pm' })
  await phones.write(ravi, photo)
  const task = await nextTask()
  const { session } = await waitForChat(owner, async ({ session: { formData } }) =>
    expect(formData.values).toHaveProperty('when'),
  )
  await waitForQuiet(api, session.id)
  const file = { id: 'med_1', mimeType: 'image/png', bytes: 7 }
  await answering(api)(owner, jobId, { when: '2027-01-15T17:00', photo: file })

  await load(task)

  const { body } = await owner.call('GET', `/api/chats/sessions/${session.id}/messages`)
  expect(body.session.formData).toMatchObject({
    values: { photo: { mimeType: 'image/png' } },
    missing: ['when'],
  })
})

test('shows a late file in the summary before it is confirmed', async () => {
  const { task, sessionId } = await sendPhoto(asking(['photo', 'file']))
  await load(task)
  await waitForQuiet(api, sessionId, 2)
  expect((await saidIn(api, sessionId))[1]).toContain('photo: received')
})

test('starts the reply again when a file arrives meanwhile, and uses the file', async () => {
  const { owner } = await openShop(api, { job })
  const phones = await phonesOf(api, owner)
  const thinking = Promise.withResolvers<void>()
  ai.says(async (request) => {
    if (request.inbound[0]?.file === undefined) await thinking.promise
    return answerTurn(request)
  })
  await phones.write(ravi, photo)
  await vi.waitFor(() => expect(ai.asked).toHaveLength(1))
  const task = await nextTask()
  await load(task)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
  thinking.resolve()
  const runs = await waitForQuiet(api, session.id, 2)
  expect(runs.map(({ state, stopReason }) => [state, stopReason])).toEqual([
    ['cancelled', 'newer_message'],
    ['done', null],
  ])
  expect(await answersOf(owner)).toHaveProperty('photo')
  expect((await saidIn(api, session.id))[0]).toContain('name')
})

test('takes a file as an answer in a chat of the owner, without a reply', async () => {
  const { owner, task, sessionId } = await sendPhoto()
  await giveTo(owner, sessionId, 'owner')
  await load(task)
  expect(await answersOf(owner)).toHaveProperty('photo')
  expect(await runsOf(api, sessionId)).toHaveLength(1)
})

test('marks a file that is lost, and asks the contact for it again once', async () => {
  const { owner, task, sessionId } = await sendPhoto()
  const gone = { ...task, mediaId: '404' }
  await Promise.all([load(gone), load(gone)])
  await load(task)
  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  expect(items[0]).toMatchObject({
    status: 'received',
    error: { title: 'The file could not be loaded', retryable: false },
  })
  expect(items[0].media).toBeUndefined()
  expect(items[2]).toMatchObject({ author: 'system', text: english.sendAgain })
  expect(await runsOf(api, sessionId)).toHaveLength(1)
})

test('marks a file beyond the owner’s storage limit, and keeps its message', async () => {
  const { owner, task } = await sendPhoto()
  api.fileStore.maxOfOwner = 1
  onTestFinished(() => void delete api.fileStore.maxOfOwner)

  await load(task)

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  expect(items[0]).toMatchObject({
    type: 'image',
    error: { title: 'The file could not be loaded' },
  })
})

test('files of contacts leave a fifth of the storage to the owner', async () => {
  const { owner, task } = await sendPhoto()
  const upload = (bytes: number) =>
    owner.call('POST', '/api/files', {
      body: 'a'.repeat(bytes),
      headers: { 'content-type': 'text/plain', 'x-file-name': 'notes.txt' },
    })
  api.fileStore.maxOfOwner = 10
  onTestFinished(() => void delete api.fileStore.maxOfOwner)
  expect(await upload(5)).toMatchObject({ status: 201 })

  await load(task)

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  expect(items[0]).toMatchObject({ error: { title: 'The file could not be loaded' } })
  expect(await upload(5)).toMatchObject({ status: 201 })
  expect(await upload(1)).toMatchObject({ status: 413 })
})

test('says nothing about a file that was not asked for, arrived or lost', async () => {
  const { owner, phones, task, sessionId } = await sendPhoto(asking(['name']))
  await load(task)
  await phones.write(ravi, photo)
  await vi.waitUntil(() => waiting.length > 1)
  await load({ ...waiting[1]!, mediaId: '404' })
  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(4))
  expect(items[0]).toMatchObject({ media: { mimeType: 'image/png' } })
  expect(items[2]).toHaveProperty('error')
  expect(await runsOf(api, sessionId)).toHaveLength(2)
})

test('retries a file while WhatsApp is unavailable, up to a limit', async () => {
  const { owner, task } = await sendPhoto()
  const place = api.whatsApp.endpoints.simulator
  if (place === undefined) throw new Error('There is no simulator')
  const { ask } = place
  place.ask = async () => new Response(null, { status: 503 })
  const add = vi.spyOn(api.queue, 'add')
  try {
    await load(task)
    expect(add).toHaveBeenCalledWith(
      expect.anything(),
      'media.fetch',
      { ...task, tries: 2 },
      { startAfter: expect.any(Date), group: expect.any(String) },
    )
    expect((await waitForChat(owner, () => {})).items[0].error).toBeUndefined()
    await load({ ...task, tries: 10 })
  } finally {
    add.mockRestore()
    place.ask = ask
  }
  expect((await waitForChat(owner, () => {})).items[0]).toHaveProperty('error')
})

test('retries a file while the storage is unavailable', async () => {
  const { owner, task } = await sendPhoto()
  const { database, queue, fileStore } = api
  const write = () => Promise.reject(new Error('away'))
  const add = vi.spyOn(queue, 'add')
  onTestFinished(() => add.mockRestore())

  await createFetchMedia(
    { database, queue, fileStore: { ...fileStore, write } },
    api.whatsApp,
  )(task)

  const again = { ...task, tries: 2 }
  expect(add).toHaveBeenCalledWith(expect.anything(), 'media.fetch', again, expect.anything())
  expect((await waitForChat(owner, () => {})).items[0].error).toBeUndefined()
})

test('deletes a stored file that was never attached, and keeps an attached one', async () => {
  const { owner, task } = await sendPhoto()
  const { queries } = api.database
  const ofOwner = eq(files.ownerId, owner.id)
  const transaction = vi.spyOn(api.database, 'transaction').mockRejectedValue(new Error('killed'))
  onTestFinished(() => transaction.mockRestore())
  await expect(load(task)).rejects.toThrow('killed')
  transaction.mockRestore()
  await load(task)
  expect(await queries.$count(files, ofOwner)).toBe(2)

  await sweepFiles(api, new Date(Date.now() + 2 * 60 * 60 * 1000))

  const [attached] = (await waitForChat(owner, () => {})).items
  const left = await queries.select({ id: files.id }).from(files).where(ofOwner)
  expect(left).toEqual([{ id: attached.media.id }])
})

test('a shared location fills its field, whatever the provider reads', async () => {
  const { owner } = await openShop(api, { job: asking(['where', 'location']) })
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
  expect(await answersOf(owner)).toMatchObject({ where: { latitude: 18.5204, name: 'Asha Salon' } })
})

test('does not ask for a location that was just shared', async () => {
  const { owner } = await openShop(api, { job: asking(['where', 'location'], ['name']) })
  const { session } = await receive(owner, { type: 'location', text: '18.5204, 73.8567' })
  await waitForQuiet(api, session.id)

  expect(await saidIn(api, session.id)).toEqual([expect.stringMatching(/name/)])
  expect(ai.asked.at(-1)?.fields[0]).toMatchObject({ state: 'answered' })
})
