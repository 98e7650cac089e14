import { testWhatsAppCall, type TestWhatsAppResponse } from '@errand/contract/auth'
import { Hono } from 'hono'

import { answerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { consumeRateLimit } from '../../platform/http/request-limits.ts'
import type { Queue, TaskHandlers } from '../../platform/queue/queue.ts'
import { findUserById, requireProfile } from '../account/account.repo.ts'
import { requireOwner, requireSignIn } from '../account/require-owner.ts'
import { toPreferences } from '../account/settings-view.ts'
import { changeHealth, channelOf } from '../chats/channel-health.ts'
import { listApproved } from '../chats/templates.repo.ts'
import { isTemporary, ruleOf, toMessageError } from './error-rules.ts'
import * as graph from './graph.ts'
import { GraphError, sendMessage, type GraphAccess } from './graph.ts'
import { releaseHeld } from './held-messages.ts'
import { findAccess, type Accounts, type WhatsApp } from './whatsapp-channel.ts'

interface Dependencies {
  database: Database
  queue: Queue
  verifyToken: VerifyToken
  whatsApp: WhatsApp
  publicUrl: string
}

/** A stage of a check or a signup. */
export type Stage<Name = TestWhatsAppResponse['stages'][number]['stage']> = Omit<
  TestWhatsAppResponse['stages'][number],
  'stage'
> & { stage: Name }

/** What a check needs. */
interface CheckDeps {
  database: Database
  whatsApp: Accounts
  publicUrl: string
}

/** The result of a check; `quality` is the provider's quality rating of the number. */
export interface AccountCheck {
  stages: Stage[]
  quality: string | undefined
  /** As people dial it. */
  number: string | undefined
  /** The code of what failed. */
  code: number | undefined
  access: GraphAccess | undefined
}

/** Checks the token, the number and the webhook, and stops at the first failure. */
async function checkAccount(
  { database, whatsApp, publicUrl }: CheckDeps,
  ownerId: string,
): Promise<AccountCheck> {
  const checked: AccountCheck = {
    stages: [],
    quality: undefined,
    number: undefined,
    code: undefined,
    access: undefined,
  }
  const row = await findUserById(database.queries, ownerId)
  if (row === undefined) return checked
  const { whatsapp } = toPreferences(row.preferences)
  const channel = channelOf(whatsapp.provider)
  const access = await findAccess(database.queries, whatsApp, { ownerId, channel })
  if (access === undefined || access.wabaId === '') {
    checked.stages.push({ stage: 'token', ok: false, ...missing })
    checked.code = 190
    return checked
  }
  const url = `${publicUrl}/api/webhooks/whatsapp`
  const verifyToken = row.webhookToken
  const steps = [
    ['token', () => graph.listWebhooks(access)],
    ['number', () => readNumber(access, checked)],
    ['webhook', () => subscribe(access, { url, verifyToken })],
  ] as const
  for (const [stage, work] of steps) {
    const code = await runStage(checked.stages, stage, work)
    if (code !== undefined) return { ...checked, code }
  }
  return { ...checked, access }
}

async function readNumber(access: GraphAccess, checked: AccountCheck): Promise<void> {
  const read = await graph.readNumber(access)
  checked.quality = read.quality_rating
  checked.number = read.display_phone_number
}

const missing = {
  message: 'The number is not set up yet.',
  hint: 'Enter the phone number ID, the business account ID, the access token and the app secret.',
}

/** Subscribes our webhook to the account, unless it is subscribed already. */
export async function subscribe(
  access: GraphAccess,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<void> {
  const subscribed = await graph.listWebhooks(access)
  if (!subscribed.includes(url)) await graph.subscribe(access, { url, verifyToken })
}

/** Runs a stage of a check; returns the error code if it failed. */
export async function runStage<Name>(
  stages: Stage<Name>[],
  stage: Name,
  work: () => Promise<unknown>,
  hintOf: (code: number) => string = (code) => ruleOf(code).detail,
): Promise<number | undefined> {
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  try {
    await work()
    stages.push({ stage, ok: true, ms: ms() })
    return undefined
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const { code, status, message } = error
    const failed = failureCode(error)
    const hint = status === 0 ? 'WhatsApp could not be reached. Try again later.' : hintOf(failed)
    stages.push({ stage, ok: false, ms: ms(), code: String(code), message, hint })
    return failed
  }
}

/** The code of a failure. Without an error code, only a refused token says something about the number. */
function failureCode({ code, status }: GraphError): number {
  if (status === 429) return 130_429
  return status === 0 || (code === 0 && status >= 500) ? 131_016 : code
}

type SettleDeps = CheckDeps & { queue: Queue }

/** Checks whether an owner's number works, and releases held messages if it does. */
export function createCheckChannel(parts: SettleDeps): TaskHandlers['channel.check'] {
  return async ({ ownerId }) => {
    await settleCheck(parts, ownerId, await checkAccount(parts, ownerId))
  }
}

/** Stores the result of a check. */
export async function settleCheck(
  { database, queue }: SettleDeps,
  ownerId: string,
  { code, quality, number }: Pick<AccountCheck, 'code' | 'quality' | 'number'>,
): Promise<void> {
  // A temporary failure says nothing about the number.
  if (code !== undefined && isTemporary(code)) {
    throw new Error('The number could not be looked at')
  }
  await database.transaction(async (queries) => {
    if (code === undefined) {
      await releaseHeld(queries, queue, ownerId)
      await queue.add(queries, 'templates.fetch', { ownerId })
    }
    await changeHealth(queries, ownerId, ({ until: _until, ...before }, provider) => {
      // The owner removed the number from the settings meanwhile.
      const isSimulated = channelOf(provider) === 'simulator'
      if (!isSimulated && before.status === 'not_connected') return undefined
      if (code === undefined) {
        const status = quality === 'RED' ? 'degraded' : isSimulated ? 'not_connected' : 'connected'
        const known = number === undefined || number === '' ? {} : { number }
        const connectedAt = new Date().toISOString()
        return { ...before, ...known, status, lastError: null, connectedAt }
      }
      const { title, detail } = toMessageError(code)
      const lastError = { code, message: `${title}. ${detail}`, at: new Date().toISOString() }
      return { ...before, status: 'disconnected', lastError }
    })
  })
  // Again, for messages that were held by the earlier health during this transaction.
  if (code === undefined) {
    await database.transaction((queries) => releaseHeld(queries, queue, ownerId))
  }
}

const limit = { limit: 5, windowMs: 60_000 }

/** Tests an owner's number, and sends the owner a message over it. */
async function testWhatsApp(
  services: Dependencies,
  ownerId: string,
  to: string | undefined,
): Promise<TestWhatsAppResponse> {
  const { database } = services
  await consumeRateLimit(database.queries, { key: `test-whatsapp ${ownerId}`, ...limit })
  const checked = await checkAccount(services, ownerId)
  const { stages, access } = checked
  let { code } = checked
  if (access !== undefined) {
    const { phoneNumber } = requireProfile(await findUserById(database.queries, ownerId))
    const body = await testMessageFor(services, ownerId, to ?? phoneNumber)
    code = await runStage(stages, 'send', () => sendMessage(access, body))
  }
  // A single failed message says nothing about the number.
  const isOfNumber = access === undefined || code === undefined
  if (isOfNumber) await settleCheck(services, ownerId, { ...checked, code }).catch(() => {})
  return { success: stages.every(({ ok }) => ok), stages }
}

/** The test message: a template without blanks if there is one, as free text needs an open window. */
async function testMessageFor(
  { database }: Dependencies,
  ownerId: string,
  phoneNumber: string,
): Promise<object> {
  const to = phoneNumber.slice(1)
  const approved = await listApproved(database.queries, ownerId)
  const whole = approved.filter(({ variables }) => variables.length === 0)
  const template = whole.find(({ name }) => name === 'hello_world') ?? whole[0]
  if (template === undefined) {
    return { to, type: 'text', text: { body: 'Your number is connected.' } }
  }
  const { name, language } = template
  return { to, type: 'template', template: { name, language: { code: language } } }
}

/** /api/auth/test-whatsapp: whether the owner's number works. */
export function testWhatsAppRoutes(services: Dependencies) {
  const routes = new Hono<OwnerEnv>().use(requireSignIn(services.verifyToken), requireOwner)
  const on = answerCalls(routes, testWhatsAppCall.path, 'Account')
  on(testWhatsAppCall, {
    summary: 'Test the WhatsApp number',
    leaves: {
      what: 'a template that says nothing, to any number',
      code: 'never',
      why: 'nothing of the account is in it',
    },
    description:
      'Looks at the token, the number and the webhook, and sends the owner a message. Held messages go out when all is well. A failed test is a result. At most 5 in a minute.',
  }).answer(({ ownerId, body: { to } }) => testWhatsApp(services, ownerId, to))
  return routes
}
