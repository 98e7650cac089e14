import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { beforeAll, expect, vi } from 'vitest'

import { createSendAlert } from '../src/app/worker/send-alert.ts'
import { changeAccount, lockAccount } from '../src/modules/billing/accounts.ts'
import { applyStatus } from '../src/modules/chats/apply-status.ts'
import { runChatTimers } from '../src/modules/conversations/run-chat-timers.ts'
import { messages } from '../src/platform/database/schema.ts'
import { startAnswering, talkingProvider, turnOf, waitForQuiet } from './assistant-api.ts'
import { readChat, receive, sendReply, waitForStatus } from './chat-api.ts'
import { useMailWorker } from './mail-worker.ts'
import { usePushBrowsers } from './push-browsers.ts'
import { useTestApi, type Owner } from './test-api.ts'

const fields = [{ key: 'service', label: 'Service', order: 0, type: 'text', required: true }]
export const kinds = ['handoff', 'booking', 'message', 'failed', 'reminder', 'lowBalance'] as const
export type Kind = (typeof kinds)[number]

/** Choices by which only these alerts come. */
export const only = (...chosen: Kind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, chosen.includes(kind)]))

/** Owners who are alerted, and what there is to alert them to. */
export function useShops() {
  const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '0' }) })
  const ai = talkingProvider()
  const post = useMailWorker(api, api.publicUrl)
  const browsers = usePushBrowsers(api)

  beforeAll(async () => {
    await startAnswering(api, ai)
    await api.queue.work({ 'alert.send': createSendAlert(api) })
  })

  /** An owner with credit, a job, a browser and an address, who wants these alerts. */
  async function openShop({ push = [], email = [] }: { push?: Kind[]; email?: Kind[] }, more = {}) {
    const address = `${randomUUID()}@shop.example`
    const { owner } = await post.newOwner({
      email: address,
      settings: {
        assistant: { debounceSeconds: 0 },
        notifications: { push: only(...push), email: only(...email), ...more },
      },
    })
    await topUp(owner.id)
    const onComplete = { notifyOwner: true }
    const job = {
      name: 'Salon',
      instructions: 'Help.',
      status: 'active',
      answerOnly: false,
      fields,
    }
    const body = { ...job, behaviour: { onComplete, confirmAtEnd: false } }
    expect((await owner.call('POST', '/api/jobs', { body })).status).toBe(201)
    const browser = browsers.newBrowser()
    await browser.addTo(owner)
    const inbox = () => post.received.filter(({ to }) => to.includes(address))
    return { owner, browser, inbox }
  }

  const topUp = (ownerId: string, micros = 500_000_000n) =>
    api.database.transaction(async (queries) => {
      const { queue, billing } = api
      const row = await lockAccount(queries, ownerId, billing.prices)
      const event = { type: 'topped_up', micros } as const
      const { prices } = billing
      await changeAccount(queries, row, { ownerId, event, subject: {}, prices, queue })
    })

  /** What each event takes to happen; returns the chat, where it is about one. */
  const events: Record<Kind, (owner: Owner) => Promise<string | undefined>> = {
    handoff: async (owner) => {
      ai.says(() => turnOf('', { action: 'handoff', handoffReason: 'missing_knowledge' }))
      const { session } = await receive(owner, { text: 'Do you cut horses?' })
      await waitForQuiet(api, session.id)
      return session.id
    },
    booking: async (owner) => {
      ai.says(() =>
        turnOf('Done.', {
          action: 'complete',
          fields: { service: 'cut' },
          evidence: { service: 'A cut' },
        }),
      )
      const { session } = await receive(owner, { text: 'A cut' })
      await waitForQuiet(api, session.id)
      return session.id
    },
    message: async (owner) => {
      const { session } = await receive(owner)
      await waitForQuiet(api, session.id)
      const body = { handler: 'owner' }
      await owner.call('POST', `/api/chats/sessions/${session.id}/handler`, { body })
      await receive(owner, { text: 'Are you there?' })
      return session.id
    },
    failed: failMessage,
    reminder: async (owner) => {
      const { session } = await receive(owner)
      await waitForQuiet(api, session.id)
      await remind(owner, session.id)
      return session.id
    },
    lowBalance: async (owner) => {
      await api.database.transaction(async (queries) => {
        const row = await lockAccount(queries, owner.id, api.billing.prices)
        const event = { type: 'payment_refunded', micros: row.balanceMicros - 1_000_000n } as const
        const { prices } = api.billing
        const change = { ownerId: owner.id, event, subject: {}, prices, queue: api.queue }
        await changeAccount(queries, row, change)
      })
      return undefined
    },
  }

  /** A reminder of a chat, which is due. */
  async function remind(owner: Owner, sessionId: string): Promise<void> {
    const remindAt = new Date(Date.now() + 60_000)
    const body = { savedForLater: true, remindAt, note: 'Ask for the colour' }
    const saved = await owner.call('PUT', `/api/chats/sessions/${sessionId}/save`, { body })
    expect(saved.status).toBe(200)
    // A chat that the assistant still holds is left for the next round.
    await vi.waitFor(async () => {
      await runChatTimers(api, remindAt)
      expect((await readChat(owner, sessionId)).session.attention).toContain('review')
    })
  }

  /** A message to a contact that WhatsApp took and could not deliver. */
  async function failMessage(owner: Owner, from = {}) {
    const { session } = await receive(owner, from)
    await waitForQuiet(api, session.id)
    const { id } = (await sendReply(owner, session.id, 'Yes')).body.message
    const { providerId } = await waitForStatus(owner, session.id, id, 'delivered')
    await api.database.transaction(async (queries) => {
      // As if no phone had confirmed it.
      await queries.update(messages).set({ status: 'sent' }).where(eq(messages.id, id))
      const error = { code: 131_026, title: 'Not on WhatsApp', detail: '', retryable: false }
      const report = { ownerId: owner.id, providerId, at: new Date(), error }
      await applyStatus(queries, api, { ...report, status: 'failed' })
    })
    return session.id
  }

  /** The alerts of an owner that wait in the queue. */
  async function alertTasks(ownerId: string) {
    const found = await api.queue.boss.findJobs('alert.send', { queued: true })
    return found
      .map(({ data, startAfter }) => ({
        data: data as Parameters<ReturnType<typeof createSendAlert>>[0],
        startAfter,
      }))
      .filter(({ data }) => data.ownerId === ownerId)
  }

  return { api, ai, post, browsers, openShop, events, failMessage, alertTasks }
}
