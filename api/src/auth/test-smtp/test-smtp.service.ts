import type { TestSmtpInput, TestSmtpResponse } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'

import type { Database } from '../../database/database.ts'
import { users } from '../../database/schema.ts'
import { Problem } from '../../http/problem.ts'
import { takeTurn } from '../../http/rate-limit.ts'
import { isMailPort } from '../../mail/mail-host.ts'
import { readSecret } from '../../secrets/secrets.repo.ts'
import type { Services } from '../../services.ts'
import { runSmtpTest } from './run-smtp-test.ts'

const limit = { limit: 5, windowMs: 60_000 }

/** Tests values that need not be saved, with the saved password if none is given. */
export async function testSmtp(
  { database, secretBox, mail }: Pick<Services, 'database' | 'secretBox' | 'mail'>,
  ownerId: string,
  input: TestSmtpInput,
): Promise<TestSmtpResponse> {
  if (!isMailPort(input.port, mail)) throw refusedPort()
  await takeTurn(database.queries, { key: `test-smtp ${ownerId}`, ...limit })
  const saved = { ownerId, name: 'smtp_password' } as const
  const password = input.password ?? (await readSecret(database.queries, secretBox, saved)) ?? ''
  const result = await runSmtpTest({ ...input, password }, mail)
  await keepResult(database, ownerId, result)
  return result
}

function refusedPort(): Problem {
  const detail = 'Mail is given in at port 25, 465, 587 or 2525.'
  return new Problem('validation_failed', {
    errors: [{ pointer: '#/port', code: 'not_allowed', detail }],
  })
}

async function keepResult(
  database: Database,
  ownerId: string,
  { success, stages }: TestSmtpResponse,
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
      .select({ findings: users.findings })
      .from(users)
      .where(isOwner)
      .for('update')
    if (row === undefined) return
    const findings = { ...row.findings, lastSmtpTest }
    await queries.update(users).set({ findings }).where(isOwner)
  })
}
