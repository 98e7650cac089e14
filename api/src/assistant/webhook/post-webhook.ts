import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

import { isAccountOpen } from '../../auth/auth.repo.ts'
import type { Database } from '../../database/database.ts'
import { MailHostRefusal, resolveMailHost, type MailRules } from '../../mail/mail-host.ts'
import type { TaskHandlers } from '../../queue/queue.ts'
import { signatureHeader, signWebhook } from './sign-webhook.ts'
import { findWebhook, settleWebhook } from './webhooks.repo.ts'

const answerMs = 10_000

interface Post {
  database: Database
  /** Who may be called is the same as for mail servers: nobody inside. */
  rules: MailRules
}

/**
 * Tells an owner's own program. What it may take later is thrown, so that the queue tries again; it
 * may hear the same thing twice, under the same id; each try is signed anew, with its own moment.
 */
export function createPostWebhook({ database, rules }: Post): TaskHandlers['webhook.post'] {
  return async ({ webhookId }) => {
    const webhook = await findWebhook(database.queries, webhookId)
    if (webhook === undefined || webhook.status !== 'queued') return
    if (!(await isAccountOpen(database.queries, webhook.ownerId))) return
    const body = JSON.stringify({ id: webhook.id, ...webhook.body })
    const error = await tell({ url: webhook.url, body, secret: webhook.signingSecret }, rules)
    await database.transaction((queries) => settleWebhook(queries, webhookId, error))
  }
}

interface Told {
  url: string
  body: string
  secret: string
}

/** Why it will never be taken; nothing when it was. */
async function tell({ url, body, secret }: Told, rules: MailRules): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:' && !rules.isPrivateAllowed) return 'Only https is called.'
  try {
    const place = { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port) }
    const address = await resolveMailHost(place, { isPrivateAllowed: rules.isPrivateAllowed })
    const signature = signWebhook(secret, body, new Date())
    const status = await post(url, { address, body, signature })
    if (status < 300) return undefined
    // Gone, forbidden, not understood: it will be so again.
    if (status < 500 && status !== 408 && status !== 429) return `It answered ${status}.`
    throw new Error(`The webhook answered ${status}`)
  } catch (error) {
    if (error instanceof MailHostRefusal && error.code === 'EPRIVATE') {
      return 'This is not an address of the public internet.'
    }
    throw error
  }
}

interface Call {
  /** Where to connect: a second look at the name could give another address than the checked one. */
  address: string
  body: string
  signature: string
}

/** Answers the status; redirects are not followed. */
function post(url: string, { address, body, signature }: Call): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const call = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      [signatureHeader]: signature,
    },
    signal: AbortSignal.timeout(answerMs),
    lookup: (_host, options, done) => {
      const family = address.includes(':') ? 6 : 4
      if (options.all === true) done(null, [{ address, family }])
      else done(null, address, family)
    },
  })
  call.on('error', reject)
  call.on('response', (response) => {
    // What it has to say beside that is not read.
    response.destroy()
    resolve(response.statusCode ?? 0)
  })
  call.end(body)
  return promise
}
