import { createHmac } from 'node:crypto'

import { and, eq, lte } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { users, webhooks } from '../../platform/database/schema.ts'
import { post } from '../../platform/http/post.ts'
import { MailHostRefusal, resolveMailHost, type MailRules } from '../../platform/mail/mail-host.ts'
import type { TaskHandlers } from '../../platform/queue/queue.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { isAccountOpen, openSigningSecret } from '../account/account.repo.ts'
import { advance, attentionAfter, lockChatAndMessage } from '../chats/apply-status.ts'
import { commitChatChanges } from '../chats/commit-chat-changes.ts'
import { updateMessage } from '../chats/messages/messages.repo.ts'

interface CallbackDeps {
  database: Database
  secretBox: SecretBox
  /** The same rules as for mail servers: no address in a private network. */
  rules: MailRules
}

/**
 * Posts a callback to an owner's server. A temporary failure is thrown, so that the queue retries it. The
 * server may receive a callback twice, with the same id; each attempt is signed anew with its own time.
 */
export function createPostCallback({
  database,
  secretBox,
  rules,
}: CallbackDeps): TaskHandlers['webhook.post'] {
  return async ({ webhookId }) => {
    const callback = await findCallback(database.queries, webhookId)
    if (callback === undefined || callback.status !== 'queued') return
    if (!(await isAccountOpen(database.queries, callback.ownerId))) return
    const body = JSON.stringify({ id: callback.id, ...callback.body })
    const error = await postCallback(
      { url: callback.url, body, secret: openSigningSecret(secretBox, callback.owner) },
      rules,
    )
    await database.transaction((queries) => settleCallback(queries, webhookId, error))
  }
}

interface CallbackRequest {
  url: string
  body: string
  secret: string
}

/** Returns why the server will never accept the callback; undefined if it did. */
async function postCallback(
  { url, body, secret }: CallbackRequest,
  rules: MailRules,
): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:' && !rules.isPrivateAllowed) return 'Only https addresses are allowed.'
  try {
    const place = { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port) }
    const address = await resolveMailHost(place, { isPrivateAllowed: rules.isPrivateAllowed })
    const signature = signCallback(secret, body, new Date())
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    const status = await post(url, { address, headers, body })
    if (status < 300) return undefined
    // Other client errors are permanent.
    if (status < 500 && status !== 408 && status !== 429) return `It answered ${status}.`
    throw new Error(`The webhook answered ${status}`)
  } catch (error) {
    if (error instanceof MailHostRefusal && error.code === 'EPRIVATE') {
      return 'This is not an address of the public internet.'
    }
    throw error
  }
}

/** The header by which the owner's server verifies that a callback comes from us, and when it was sent. */
const signatureHeader = 'x-errand-signature'

/**
 * `t=…,v1=…`: the time in seconds, and the HMAC-SHA256 of that time, a dot and the body. The time is
 * signed too, so that an old callback cannot be replayed as a new one.
 */
function signCallback(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

type CallbackRow = typeof webhooks.$inferSelect

/** After this time a callback has failed. */
const giveUpAfterMs = 60 * 60 * 1000

/** A callback, and the owner with the signing secret. */
async function findCallback(
  queries: Queries,
  id: string,
): Promise<(CallbackRow & { owner: { id: string; signingSecret: string } }) | undefined> {
  const [row] = await queries
    .select({ webhook: webhooks, owner: { id: users.id, signingSecret: users.signingSecret } })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.ownerId))
    .where(eq(webhooks.id, id))
  return row && { ...row.webhook, owner: row.owner }
}

/** Stores the outcome of a callback, once, and updates its line in the chat. */
async function settleCallback(
  queries: Queries,
  id: string,
  error: string | undefined,
): Promise<void> {
  const at = new Date()
  const [row] = await queries
    .update(webhooks)
    .set(error === undefined ? { status: 'sent', sentAt: at } : { status: 'failed', error })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, 'queued')))
    .returning()
  if (row === undefined || row.eventMessageId === null) return
  const { ownerId, eventMessageId } = row
  const locked = await lockChatAndMessage(queries, { ownerId, id: eventMessageId })
  if (locked === undefined) return
  const title = 'Your server was not notified'
  const failure = error && { code: 0, title, detail: error, retryable: false }
  const report = failure
    ? ({ status: 'failed', at, error: { ...failure, action: 'none' } } as const)
    : ({ status: 'sent', at } as const)
  const message = await updateMessage(queries, eventMessageId, advance(locked.message, report))
  await commitChatChanges(queries, {
    session: locked.session,
    changes: { attention: await attentionAfter(queries, locked.session, message) },
    events: [{ type: 'message.updated', message }, { type: 'session.updated' }],
  })
}

/** Fails callbacks that have waited for too long. */
export async function failStaleCallbacks(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - giveUpAfterMs)
  const stale = await database.queries
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.status, 'queued'), lte(webhooks.createdAt, before)))
  for (const { id } of stale) {
    await database.transaction((queries) => settleCallback(queries, id, 'It did not answer.'))
  }
}
