import type { TestSmtpInput, TestSmtpResponse } from '@errand/contract/auth'
import type { Preferences, Settings } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { Database } from '../../database/database.ts'
import { users } from '../../database/schema.ts'
import { takeTurn } from '../../http/rate-limit.ts'
import { requireMailPort } from '../../mail/require-mail-port.ts'
import { isSameMailAccount } from '../../mail/same-account.ts'
import { readSecret } from '../../secrets/secrets.repo.ts'
import type { Services } from '../../services.ts'
import { readPreferences } from '../read-preferences.ts'
import { toPreferences } from '../settings-view.ts'
import { runSmtpTest } from './run-smtp-test.ts'

const limit = { limit: 5, windowMs: 60_000 }

/**
 * Tests values that need not be saved. The saved password goes to the saved server alone: with
 * another one named, whoever holds a session could have it sent to himself.
 */
export async function testSmtp(
  { database, secretBox, mail }: Pick<Services, 'database' | 'secretBox' | 'mail'>,
  ownerId: string,
  input: TestSmtpInput,
): Promise<TestSmtpResponse> {
  requireMailPort(input.port, mail, '#/port')
  await takeTurn(database.queries, { key: `test-smtp ${ownerId}`, ...limit })
  const { smtp } = await readPreferences(database.queries, ownerId)
  const secret = { ownerId, name: 'smtp_password' } as const
  const saved = (await readSecret(database.queries, secretBox, secret)) ?? ''
  const password =
    input.password ?? (saved === '' || isSameMailAccount(smtp, input) ? saved : undefined)
  const result = await runSmtpTest({ ...input, password }, mail)
  if (password === saved) await keepResult(database, ownerId, { input, result })
  return result
}

type Server = Pick<Preferences['smtp'], 'host' | 'port' | 'security' | 'username'>

function isSameServer(saved: Server, { host, port, security, username }: Server): boolean {
  const isSamePlace = saved.host === host && saved.port === port
  return isSamePlace && saved.security === security && saved.username === username
}

/** The settings show how the saved values did; what was only tried says nothing of them. */
async function keepResult(
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
    if (!isSameServer(smtp, input) || smtp.fromEmail !== input.fromEmail) return
    const findings = { ...row.findings, lastSmtpTest }
    await queries.update(users).set({ findings }).where(isOwner)
  })
}
