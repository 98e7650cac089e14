import { randomBytes } from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { insertChat, insertMessage } from '../../test/chat-rows.ts'
import { useTestApi, type Owner } from '../../test/test-api.ts'
import { writeFile } from '../platform/files/files.service.ts'

const api = useTestApi()

/** Some hundred kilobytes that nothing makes shorter. */
const bytes = () => randomBytes(600_000)

const downloads: Record<string, (owner: Owner) => Promise<string>> = {
  'an export of chats': async ({ id: ownerId }) => {
    await insertLongMessages(ownerId)
    return '/api/chats/export'
  },
  'the export of the account': async ({ id: ownerId }) => {
    await insertLongMessages(ownerId)
    return '/api/auth/export'
  },
  'a file': async ({ id: ownerId }) => {
    const name = 'photo.png'
    const file = { ownerId, name, mimeType: 'image/png' }
    const { id } = await writeFile(api, file, [bytes()])
    return `/api/files/${id}`
  },
}

async function insertLongMessages(ownerId: string) {
  const { queries } = api.database
  const chat = await insertChat(queries, { ownerId, messageCount: 12 })
  for (let seq = 1; seq <= 12; seq += 1)
    await insertMessage(queries, chat, { seq, text: bytes().toString('base64').slice(0, 90_000) })
}

const ends: Record<string, (owner: Owner) => Promise<unknown>> = {
  'signed out': (owner) =>
    api.onDevice(owner, { signedInAgo: 5 }).call('DELETE', '/api/auth/sign-ins'),
  'gone as its account is closed': (owner) => owner.call('DELETE', '/api/auth/account'),
}

const cases = Object.keys(downloads).flatMap((download) =>
  Object.keys(ends).map((end) => [download, end] as const),
)

test.each(cases)('%s breaks off when its reader is %s', async (download, end) => {
  const owner = await api.newOwner()
  const path = await downloads[download]?.(owner)
  const { body, status } = await owner.stream(path ?? '', { method: 'GET' })
  expect(status).toBe(200)
  const reader = body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)

  const ended = await ends[end]?.(owner)

  expect(ended).toMatchObject({ status: 200 })
  // Every process is told by the database.
  await vi.waitFor(async () =>
    expect((await owner.call('GET', '/api/auth/profile')).status).not.toBe(200),
  )
  await expect(reader?.read()).rejects.toThrow('The sign-in that reads the file has ended')
})
