import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import type { TestSmtpInput, TestSmtpResponse } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { Database } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import { consumeRateLimit } from '../../platform/http/request-limits.ts'
import {
  isSameMailAccount,
  requireMailPort,
  type MailRules,
} from '../../platform/mail/mail-host.ts'
import {
  autoSubmittedHeader,
  describeMailFailure,
  openTransport,
} from '../../platform/mail/mailer.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { readSecret } from '../../platform/secrets/secrets.repo.ts'
import { readPreferences, toPreferences } from './settings-view.ts'

interface Dependencies {
  database: Database
  mail: MailRules
  secretBox: SecretBox
}

const limit = { limit: 5, windowMs: 60_000 }

/**
 * Tests values that need not be saved. The saved password is sent to the saved server only: an
 * intruder in the session could otherwise have it sent to a server of their own.
 */
export async function testSmtp(
  { database, secretBox, mail }: Dependencies,
  ownerId: string,
  input: TestSmtpInput,
): Promise<TestSmtpResponse> {
  requireMailPort(input.port, mail, '#/port')
  await consumeRateLimit(database.queries, { key: `test-smtp ${ownerId}`, ...limit })
  const { smtp } = await readPreferences(database.queries, ownerId)
  const secret = { ownerId, name: 'smtp_password' } as const
  const saved = (await readSecret(database.queries, secretBox, secret)) ?? ''
  const password =
    input.password ?? (saved === '' || isSameMailAccount(smtp, input) ? saved : undefined)
  const result = await runSmtpTest({ ...input, password }, mail)
  if (password === saved) await saveResult(database, ownerId, { input, result })
  return result
}

/** The server to test; without a password where the saved one belongs to another server. */
type TestedServer = Omit<TestSmtpInput, 'password'> & { password: string | undefined }
type Stage = TestSmtpResponse['stages'][number]

/** How long the server may be silent, and how long all stages may take: a page waits half a minute. */
const stepMs = 8_000
const totalMs = 25_000

/** Runs the stages until one fails; whatever the server does, there is a result. */
export async function runSmtpTest(
  input: TestedServer,
  rules: MailRules,
): Promise<TestSmtpResponse> {
  const stages: Stage[] = []
  let start = performance.now()
  const note = (more: Partial<Stage>) => {
    // The library signs in as part of connecting, so `auth` has no time of its own.
    const ms = Math.round(performance.now() - start)
    stages.push({ stage, ok: true, ...(stage !== 'auth' && { ms }), ...more })
  }
  const isSignedIn = input.username !== ''
  let stage: Stage['stage'] = 'connect'
  let socket: Socket | undefined
  const run = async () => {
    const transport = await openTransport(input, rules, {
      forceAuth: isSignedIn && input.password !== undefined,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      getSocket: ({ host = '', port }, give) => {
        socket = connect({ host, port: Number(port), timeout: stepMs })
        const refuse = (error: Error) => give(error, undefined)
        socket.once('error', refuse)
        // An error without any listener would end the process.
        socket.on('error', () => {})
        socket.once('timeout', () => socket?.destroy(mailError('ETIMEDOUT')))
        socket.once('connect', () => {
          socket?.off('error', refuse)
          give(null, { connection: socket })
        })
      },
    })
    await transport.verify().catch((error: { code?: string }) => {
      if (error.code === 'EAUTH') enter('auth')
      throw error
    })
    if (isSignedIn) enter('auth')
    if (isSignedIn && input.password === undefined) throw mailError('ENOPASSWORD')
    enter('send')
    const { messageId } = await transport.sendMail(testEmail(input))
    note({ messageId })
  }
  const enter = (next: Stage['stage']) => {
    note({})
    stage = next
    start = performance.now()
  }
  const late = delay(totalMs, undefined, { ref: false }).then(() => {
    throw mailError('ETIMEDOUT')
  })
  try {
    await Promise.race([run(), late])
    return { success: true, stages }
  } catch (error) {
    note({ ok: false, ...describeMailFailure(error) })
    // A copy, because a late stage could still be added.
    return { success: false, stages: [...stages] }
  } finally {
    // The library closes silent connections only, not one whose server sends data for ever.
    socket?.destroy()
  }
}

const mailError = (code: string) => Object.assign(new Error(code), { code })

const testEmail = ({ fromName, fromEmail, to }: TestedServer) => ({
  // As objects: inside one string, an address could smuggle in others.
  from: { name: fromName, address: fromEmail },
  to: { name: '', address: to },
  subject: 'Your mail server works',
  text: 'This message was sent to test your mail settings. There is nothing you need to do.',
  headers: autoSubmittedHeader,
})

/** Saves the result for the settings page, only where the tested values are the saved ones. */
async function saveResult(
  database: Database,
  ownerId: string,
  { input, result: { success, stages } }: { input: TestSmtpInput; result: TestSmtpResponse },
): Promise<void> {
  const failed = stages.find(({ ok }) => !ok)
  const lastSmtpTest: Settings['smtp']['lastTest'] = {
    at: new Date().toISOString(),
    ok: success,
    ...(failed !== undefined && { stage: failed.stage }),
    ...(failed?.message !== undefined && { message: failed.message }),
  }
  await database.transaction(async (queries) => {
    const isOwner = eq(users.id, ownerId)
    const [row] = await queries
      .select({ findings: users.findings, preferences: users.preferences })
      .from(users)
      .where(isOwner)
      .for('no key update')
    if (row === undefined) return
    const { smtp } = toPreferences(row.preferences)
    const tested = ['host', 'port', 'security', 'username', 'fromEmail'] as const
    if (tested.some((name) => smtp[name] !== input[name])) return
    const findings = { ...row.findings, lastSmtpTest }
    await queries.update(users).set({ findings }).where(isOwner)
  })
}
