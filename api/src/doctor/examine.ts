import { readSettings } from '../settings.ts'
import type { Ask, Checkup } from './checkup.ts'
import { checkAi } from './checks/check-ai.ts'
import { checkDatabase } from './checks/check-database.ts'
import { checkIdentity } from './checks/check-identity.ts'
import { checkMail } from './checks/check-mail.ts'
import { checkPayments } from './checks/check-payments.ts'
import { checkPublicUrl } from './checks/check-public-url.ts'
import { checkSecrets } from './checks/check-secrets.ts'
import { checkWhatsapp } from './checks/check-whatsapp.ts'
import { failed, ok, type Finding, type Service, type Verdict } from './finding.ts'

type Check = (checkup: Checkup) => Verdict | Promise<Verdict>

const checks: [Service, Check][] = [
  ['secrets', checkSecrets],
  ['database', checkDatabase],
  ['identity', checkIdentity],
  ['public-url', checkPublicUrl],
  ['whatsapp', checkWhatsapp],
  ['ai', checkAi],
  ['payments', checkPayments],
  ['mail', checkMail],
]

/** Tests every service with real calls; without settings that can be read there is nothing to test. */
export async function examine(environment: NodeJS.ProcessEnv, ask: Ask): Promise<Finding[]> {
  let settings: Checkup['settings']
  try {
    settings = readSettings(environment)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    return [{ service: 'settings', ...failed(sentence) }]
  }
  const checkup = { settings, environment, ask }
  const isProduction = environment['NODE_ENV'] === 'production'
  const read = isProduction
    ? ok('All settings are valid, and those of production are there.')
    : ok('All settings are valid; with NODE_ENV=production more of them are required.')
  const found = await Promise.all(
    checks.map(async ([service, check]) => ({ service, ...(await check(checkup)) })),
  )
  return [{ service: 'settings', ...read }, ...found]
}
