import type { ActivityEntry } from '@errand/contract/activity'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { signIns } from '../src/platform/database/schema.ts'
import { writeFile } from '../src/platform/files/files.service.ts'
import { insertChat, insertMessage } from './chat-rows.ts'
import {
  createPerson,
  type Owner,
  type Person,
  type TestDevice,
  type useTestApi,
} from './test-api.ts'

export const path = '/api/auth/activity'
const chrome =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
export const phone = { id: 'a'.repeat(22), userAgent: chrome, signedInAgo: 100 }
/** The phone as the log names it. */
export const onPhone = { device: 'Chrome on Android', address: '192.0.2.7' }
export const secret = 'not-to-be-written-down'
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Limits requests, as only then their addresses are known. */
export const limits = { perUser: 60, perAddress: 0, isTrustedProxy: () => false }

/** A call that succeeds. */
export async function call(person: Person, method: string, to: string, body?: object) {
  const answer = await person.call(method, to, body && { body })
  expect(answer.status, `${method} ${to}`).toBeLessThan(300)
  return answer.body
}

export const signIn = (me: Person) => call(me, 'GET', '/api/auth/profile')

export async function change(me: Person, settings: object): Promise<void> {
  await call(me, 'PUT', '/api/auth/settings', { settings })
}

export async function read(person: Person, query = ''): Promise<ActivityEntry[]> {
  return (await call(person, 'GET', `${path}?limit=100${query}`)).items
}

/** The owners of a test of the activity log. */
export const ownersOf = (api: ReturnType<typeof useTestApi>) => ({
  /** The same person on a device with an address. */
  onDevice: ({ uid }: Person, device: TestDevice = phone): Person =>
    createPerson(
      Number(uid.replace('uid-', '')),
      (to, init) =>
        api.requestWith(to, init, { incoming: { socket: { remoteAddress: onPhone.address } } }),
      device,
    ),
  /** An owner who signed up on a device without a name a while ago. */
  newOwner: async (): Promise<Owner> => {
    const owner = await api.newOwner()
    await api.database.queries
      .update(signIns)
      .set({ createdAt: new Date('2020-01-01') })
      .where(eq(signIns.ownerId, owner.id))
    return owner
  },
  /** The same owner after a sign-in of a moment ago, whatever became of the others. */
  anew: (owner: Owner) => api.onDevice(owner, { signedInAgo: 30 }),
  /** A chat that ended long ago, in which the contact sent a file. */
  insertOldChat: async ({ id: ownerId }: Owner): Promise<void> => {
    const { queries } = api.database
    const old = new Date('2020-01-01')
    const ended = { status: 'closed', closeReason: 'idle', closedAt: old } as const
    const chat = await insertChat(queries, { ownerId, ...ended, lastActivityAt: old })
    const file = { ownerId, name: secret, mimeType: 'image/png' }
    const { id } = await writeFile(api, file, [new Uint8Array(9)])
    const media = { id, mimeType: 'image/png', bytes: 9 }
    await insertMessage(queries, chat, { seq: 1, text: secret, media })
  },
})
