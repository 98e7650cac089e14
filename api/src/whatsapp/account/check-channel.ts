import type { TestWhatsAppResponse } from '@errand/contract/auth'

import { findUserById } from '../../auth/auth.repo.ts'
import { toPreferences } from '../../auth/settings-view.ts'
import { channelOf } from '../../channel/channel-health.ts'
import type { Database } from '../../database/database.ts'
import { findAccess, type Accounts } from '../access.ts'
import { ruleOf } from '../graph/error-rules.ts'
import type { GraphAccess } from '../graph/graph-call.ts'
import * as graph from '../graph/graph-client.ts'
import { GraphError } from '../graph/graph-error.ts'

type Stage = TestWhatsAppResponse['stages'][number]

/** What a check needs beside the account. */
export interface CheckWith {
  database: Database
  whatsApp: Accounts
  publicUrl: string
}

/** What a check found out; `quality` is the provider's word for how people like the number. */
export interface Checked {
  stages: Stage[]
  quality: string | undefined
  /** The code of what failed. */
  code: number | undefined
  access: GraphAccess | undefined
}

/** Looks at the token, the number and the webhook, until one of them is not as it should be. */
export async function checkAccount(
  { database, whatsApp, publicUrl }: CheckWith,
  ownerId: string,
): Promise<Checked> {
  const checked: Checked = { stages: [], quality: undefined, code: undefined, access: undefined }
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
    ['number', async () => (checked.quality = (await graph.readNumber(access)).quality_rating)],
    ['webhook', () => subscribe(access, { url, verifyToken })],
  ] as const
  for (const [stage, work] of steps) {
    const code = await takeStage(checked.stages, stage, work)
    if (code !== undefined) return { ...checked, code }
  }
  return { ...checked, access }
}

const missing = {
  message: 'The number is not set up.',
  hint: 'Enter the phone number id, the id of the account, the access token and the app secret.',
}

/** The account's events come to us from now on, if they did not. */
async function subscribe(
  access: GraphAccess,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<void> {
  const there = await graph.listWebhooks(access)
  if (!there.includes(url)) await graph.subscribe(access, { url, verifyToken })
}

/** Answers the code of what went wrong. */
export async function takeStage(
  stages: Stage[],
  stage: Stage['stage'],
  work: () => Promise<unknown>,
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
    const { detail } = ruleOf(code)
    const hint = status === 0 ? 'WhatsApp could not be reached. Try again later.' : detail
    stages.push({ stage, ok: false, ms: ms(), code: String(code), message, hint })
    return status === 0 ? 131_016 : code
  }
}
