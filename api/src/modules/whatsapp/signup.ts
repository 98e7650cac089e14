import { randomInt } from 'node:crypto'

import {
  permitSignupCall,
  signUpWhatsAppCall,
  type SignUpWhatsAppResponse,
} from '@errand/contract/auth'
import { and, eq, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type * as z from 'zod/mini'

import { answerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import type { Findings } from '../../platform/database/tables/users.ts'
import { publishEvent } from '../../platform/events/events.repo.ts'
import type { Actor, Identity, OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { consumeRateLimit } from '../../platform/http/request-limits.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { readSecret, writeSecret } from '../../platform/secrets/secrets.repo.ts'
import { findUserById, requireProfile } from '../account/account.repo.ts'
import { requireOwner, requireRecentSignIn, requireSignIn } from '../account/require-owner.ts'
import type { ProfileContext } from '../account/settings-view.ts'
import { updateSettings } from '../account/settings.ts'
import { ruleOf } from './error-rules.ts'
import { exchangeCode, listNumbers, registerNumber, type AccountNumber } from './graph-signup.ts'
import { GraphError, type GraphAccess } from './graph.ts'
import { runStage, settleCheck, subscribe, type Stage } from './health.ts'
import { fetchTemplates } from './templates.ts'
import type { WhatsApp } from './whatsapp-channel.ts'

interface Dependencies extends ProfileContext {
  database: Database
  queue: Queue
  verifyToken: VerifyToken
  whatsApp: WhatsApp
}

type SignupStage = Stage<SignUpWhatsAppResponse['stages'][number]['stage']>

/** A signup on its way. */
interface Signup {
  ownerId: string
  identity: Identity
  actor: Actor
  input: Omit<z.output<(typeof signUpWhatsAppCall)['body']>, 'permit'>
  stages: SignupStage[]
  /** The code of the stage that failed. */
  code?: number | undefined
}

/** An account to which the signup gave access, with the number that was chosen. */
interface FoundNumber {
  access: GraphAccess
  number: AccountNumber
}

const limit = { limit: 10, windowMs: 10 * 60_000 }

/**
 * Connects the number that the owner chose in Meta's window, stage by stage. Nothing is stored before the
 * number is known to be the owner's and to be registered.
 */
async function signUp(services: Dependencies, signup: Signup): Promise<SignUpWhatsAppResponse> {
  const { database } = services
  const { ownerId, stages } = signup
  await consumeRateLimit(database.queries, { key: `signup ${ownerId}`, ...limit })
  const found = await findNumber(services, signup)
  if (found !== undefined && (await register(services, signup, found))) {
    await store(services, signup, found)
    await finish(services, signup, found)
  }
  return { success: stages.every(({ ok }) => ok), stages }
}

/** Exchanges the code, and finds the number among those of the account. */
async function findNumber(
  services: Dependencies,
  signup: Signup,
): Promise<FoundNumber | undefined> {
  const { endpoints, metaApp } = services.whatsApp
  const { whatsapp: endpoint } = endpoints
  if (metaApp === undefined || endpoint === undefined) {
    throw new Problem('not_found', { detail: 'This deployment has no Meta app.' })
  }
  const { code, wabaId, phoneNumberId, isCoexistence } = signup.input
  const access: GraphAccess = { ...endpoint, wabaId, phoneNumberId: '', accessToken: '' }
  let number: AccountNumber | undefined
  await run(services, signup, 'token', async () => {
    access.accessToken = await exchangeCode(endpoint, metaApp, code)
  })
  await run(services, signup, 'number', async () => {
    const numbers = await listNumbers(access)
    number = numbers.find(({ id, is_on_biz_app: isOnPhone }) =>
      phoneNumberId === undefined ? isCoexistence && isOnPhone : id === phoneNumberId,
    )
    if (number === undefined) {
      throw new GraphError('The number is not in this account', { code: 100, status: 200 })
    }
  })
  if (number === undefined) return undefined
  return { access: { ...access, phoneNumberId: number.id }, number }
}

/** Registers the number for the Cloud API, unless it is, or the WhatsApp Business app has it. */
async function register(
  services: Dependencies,
  signup: Signup,
  { access, number }: FoundNumber,
): Promise<boolean> {
  if (signup.input.isCoexistence) return true
  return run(services, signup, 'register', async () => {
    const isRegistered = number.platform_type === 'CLOUD_API' && number.status === 'CONNECTED'
    if (!isRegistered) await registerNumber(access, await choosePin(services, signup.ownerId))
  })
}

/** The PIN of earlier signups: the number may be registered again with the same one only. */
async function choosePin(
  { database, whatsApp: { secretBox } }: Dependencies,
  ownerId: string,
): Promise<string> {
  const secret = { ownerId, name: 'whatsapp_pin' } as const
  return database.transaction(async (queries) => {
    const known = await readSecret(queries, secretBox, secret)
    if (known !== undefined) return known
    const value = String(randomInt(1_000_000)).padStart(6, '0')
    await writeSecret(queries, secretBox, { ...secret, value })
    return value
  })
}

/** Saves the number as the owner's, as if the settings had been typed. */
async function store(
  services: Dependencies,
  { ownerId, identity, actor }: Signup,
  { access, number }: FoundNumber,
): Promise<void> {
  const { database, whatsApp } = services
  const { phoneNumberId, wabaId, accessToken } = access
  const ids = { phoneNumberId, wabaId }
  const displayPhone = number.display_phone_number.slice(0, 30)
  const provider = 'cloud_api' as const
  const whatsapp = { provider, displayPhone, ...ids, accessToken, appSecret: null }
  // First, so that no webhook of the number is refused meanwhile.
  await database.transaction((queries) => assignNumber(queries, ownerId, ids))
  await updateSettings(
    { ...services, secretBox: whatsApp.secretBox },
    { identity, actor, input: { settings: { whatsapp } }, isExpectedVersion: () => true },
  )
}

/** Makes the number the owner's and nobody else's: the newest signup proves who has it now. */
async function assignNumber(
  queries: Queries,
  ownerId: string,
  ids: Findings['signup'],
): Promise<void> {
  // One at a time: two signups of a number would not see each other, and two swaps could deadlock.
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('signups', 0))`)
  const { id, findings } = users
  // Signups are rare enough to read all accounts; an index would cost every change of `findings`.
  await queries
    .update(users)
    .set({ findings: sql`${findings} - 'signup'` })
    .where(
      and(ne(id, ownerId), sql`${findings} -> 'signup' ->> 'phoneNumberId' = ${ids.phoneNumberId}`),
    )
  await queries
    .update(users)
    .set({ findings: sql`${findings} || ${JSON.stringify({ signup: ids })}::jsonb` })
    .where(eq(id, ownerId))
}

/** Has the webhooks come to us, settles the health of the number, and reads its templates. */
async function finish(
  services: Dependencies,
  signup: Signup,
  { access, number }: FoundNumber,
): Promise<void> {
  const { database, publicUrl } = services
  const { ownerId } = signup
  const { webhookToken: verifyToken } = requireProfile(
    await findUserById(database.queries, ownerId),
  )
  const url = `${publicUrl}/api/webhooks/whatsapp`
  await run(services, signup, 'webhook', () => subscribe(access, { url, verifyToken }))
  const { code } = signup
  const { quality_rating: quality, display_phone_number: display } = number
  // After a temporary failure the check that was queued with the settings looks again.
  await settleCheck(services, ownerId, { code, quality, number: display }).catch(() => {})
  await run(services, signup, 'templates', () => fetchTemplates(database, access, ownerId))
}

/** Runs a stage unless an earlier one failed, and tells the owner's pages; returns whether it succeeded. */
async function run(
  { database }: Dependencies,
  signup: Signup,
  stage: SignupStage['stage'],
  work: () => Promise<unknown>,
): Promise<boolean> {
  if (signup.code !== undefined) return false
  const { ownerId, stages } = signup
  signup.code = await runStage(stages, stage, work, hints[stage])
  const data = { signup: stages.at(-1) }
  await database.transaction((queries) =>
    publishEvent(queries, { ownerId, type: 'channel.updated', data }),
  )
  return signup.code === undefined
}

const appFaults = new Set([1, 101])
const callbackFault = 2200

/** What the owner can do, where the rule of the error speaks of messages. */
const hints: Partial<Record<SignupStage['stage'], (code: number) => string>> = {
  token: (code) =>
    appFaults.has(code)
      ? 'Facebook did not accept the app of this installation. Try again later, or ask who runs it.'
      : 'A permission from Facebook is valid once, for half a minute. Connect again.',
  number: (code) =>
    code === 100
      ? 'Facebook gave no access to this number. Connect again and choose the number in the window.'
      : ruleOf(code).detail,
  register: (code) =>
    code === 100 ? 'WhatsApp did not take the number. Connect again.' : ruleOf(code).detail,
  webhook: (code) =>
    code === callbackFault
      ? 'WhatsApp could not reach this installation. Ask who runs it to check its public address.'
      : ruleOf(code).detail,
}

/** How long the owner may take in Meta's window after confirming that it is them. */
const permitMs = 60 * 60_000

const permitPlace = (ownerId: string, { uid }: Identity): string => `${ownerId}/signup/${uid}`

/** The identity, as one that was just confirmed where a permit says so. */
function confirmedBy(
  { secretBox }: Dependencies,
  permit: string,
  { ownerId, identity }: Pick<Signup, 'ownerId' | 'identity'>,
): Identity {
  try {
    const until = Number(secretBox.open(permit, permitPlace(ownerId, identity)))
    return until > Date.now() ? { ...identity, authenticatedAt: new Date() } : identity
  } catch {
    return identity
  }
}

/** /api/auth/whatsapp: connects a number by Meta's signup. */
export function signupRoutes(services: Dependencies) {
  const routes = new Hono<OwnerEnv>().use(requireSignIn(services.verifyToken), requireOwner)
  const on = answerCalls(routes, '/auth/whatsapp', 'Account')
  on(permitSignupCall, {
    summary: 'Confirm before Meta’s signup that it is the owner',
    leaves: { what: 'messages go by another number', code: 'always' },
    description:
      'Needs a sign-in of the last ten minutes. With the permit a number can be connected for an hour.',
  }).answer(({ ownerId, identity }) => {
    requireRecentSignIn(identity)
    const until = String(Date.now() + permitMs)
    return { permit: services.secretBox.seal(until, permitPlace(ownerId, identity)) }
  })
  on(signUpWhatsAppCall, {
    summary: 'Connect a WhatsApp number by Meta’s signup',
    leaves: { what: 'messages go by another number', code: 'always' },
    description:
      'Exchanges the code of the signup window, registers the number, has its webhooks come here and reads its templates. A failed stage is a result; nothing is saved unless the number is registered. Needs a permit, or a sign-in of the last ten minutes. At most 10 in ten minutes.',
  }).answer(({ ownerId, actor, identity: signedIn, body: { permit = '', ...input } }) => {
    const identity = confirmedBy(services, permit, { ownerId, identity: signedIn })
    requireRecentSignIn(identity)
    return signUp(services, { ownerId, identity, actor, input, stages: [] })
  })
  return routes
}
