import { beforeAll, beforeEach, expect, vi } from 'vitest'

import { numberIdOf } from '../dev/simulators/graph/simulated-ids.ts'
import { createTaskHandlers } from '../src/app/worker/start-work.ts'
import { readAnswer, type Owner, type Person, type useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

/** A worker that does all that the server's does. */
export async function startWorking(api: TestApi): Promise<void> {
  await api.queue.work(createTaskHandlers({ ...api, log: api.logger }))
}

/** The simulated phones of the customers of one owner. */
export async function phonesOf(api: TestApi, owner: Owner) {
  const { id: ownerId } = owner
  const number = numberIdOf(ownerId)
  const ask = async (path: string, body?: object) => {
    const answer = await readAnswer(
      await api.request(`/simulator/phone/${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const chatWith = async (from: string) => {
    const { businesses } = await ask('state')
    const business = businesses.find(
      ({ phoneNumberId }: { phoneNumberId: string }) => phoneNumberId === number,
    )
    return business?.chats.find(({ phoneNumber }: { phoneNumber: string }) => phoneNumber === from)
  }
  return {
    ownerId,
    number,
    /** A contact writes; answers the message as the phone has it. */
    write: async (from: string, message: object = {}) =>
      (await ask('messages', { from, name: 'Ravi', to: number, text: 'Hello', ...message }))
        .message,
    read: (from: string) => ask('read', { from, to: number }),
    echo: async (to: string, text: string, more: object = {}) =>
      (await ask('echoes', { from: number, to, text, ...more })).message,
    /** A message of a chat says this now; without words it is deleted. */
    change: async (from: string, id: string, text?: string, more: object = {}) =>
      (await ask('changes', { from, to: number, id, text, ...more })).message,
    prefer: (from: string, marketing: boolean) =>
      ask('preferences', { from, to: number, marketing }),
    happen: (event: string, more: object = {}) => ask('account', { to: number, event, ...more }),
    chatWith,
  }
}

/** How an owner's number is, as the settings show it. */
export const whatsAppOf = async (owner: Person) =>
  (await owner.call('GET', '/api/auth/profile')).body.user.settings.whatsapp

/** The owner's one chat, as soon as it is as the check wants it. */
export function waitForChat(owner: Person, check: (chat: Chat) => void | Promise<void>) {
  return vi.waitFor(
    async () => {
      const [session] = (await owner.call('GET', '/api/chats/sessions')).body.items
      expect(session).toBeDefined()
      const path = `/api/chats/sessions/${session.id}/messages`
      await check((await owner.call('GET', path)).body)
      // The api reads the chat first, then its messages: an answer may have a message that its chat
      // does not count yet. A second answer does.
      const { body } = await owner.call('GET', path)
      await check(body)
      return body as Chat
    },
    { interval: 50 },
  )
}

/** The chat and its messages, as the api answers them. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on it, which is the check
type Chat = { session: any; items: any[] }

/** A message as the provider is asked to send it. */
interface SentMessage {
  to?: string
  recipient?: string
  text?: { body: string }
}

/** Works off the queue with a provider that accepts each message; returns those of the present test. */
export function recordSends(api: TestApi): SentMessage[] {
  const sent: SentMessage[] = []
  beforeEach(() => void sent.splice(0))
  beforeAll(async () => {
    await startWorking(api)
    const { whatsapp } = api.whatsApp.endpoints
    if (whatsapp === undefined) throw new Error('No provider')
    whatsapp.ask = async (_url, init) => {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
      if (body.type !== undefined) sent.push(body)
      return Response.json({ messages: [{ id: `wamid.out.${crypto.randomUUID()}` }], data: [] })
    }
  })
  return sent
}
