import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { testSmtpSchema } from '@errand/contract/auth'
import { generateSchema } from '@errand/contract/job-generation'
import { productName } from '@errand/contract/product'
import { inspectDatabase, type DatabaseReport } from '@errand/database'

import { runSmtpTest } from '../../modules/account/test-smtp.ts'
import { chooseProvider } from '../../modules/ai/choose-provider.ts'
import { openRazorpay, PaymentProviderError } from '../../modules/billing/razorpay.ts'
import { listWebhooks, readNumber } from '../../modules/whatsapp/graph.ts'
import { runStage, type AccountCheck } from '../../modules/whatsapp/health.ts'
import { definition } from '../../platform/database/definition.ts'
import { checkFileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { fetchLimited } from '../../platform/http/fetch-limited.ts'
import { firebaseKeysUrl } from '../../platform/identity/tokens.ts'
import { readSettings, type Settings } from '../settings.ts'

/** The result of checking a service, as a sentence. */
export interface ServiceCheck {
  service: string
  /** `missing`: not configured, and not required. */
  status: 'ok' | 'failed' | 'missing'
  sentence: string
}

type Environment = NodeJS.ProcessEnv

/** Checks a service: returns a sentence if it works, and throws if it does not. */
type Check = (settings: Settings, environment: Environment) => Promise<string>

class NotConfigured extends Error {
  override readonly name = 'NotConfigured'
}

const timeoutMs = 30_000

/** Checks every service with real calls; only the settings, if these are not valid. */
export async function checkServices(environment: Environment): Promise<ServiceCheck[]> {
  const runCheck = async (service: string, work: () => Promise<string>): Promise<ServiceCheck> => {
    try {
      return { service, status: 'ok', sentence: await work() }
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      return { service, status: error instanceof NotConfigured ? 'missing' : 'failed', sentence }
    }
  }
  const read = await runCheck('settings', async () => {
    readSettings(environment)
    return 'All settings are valid; with NODE_ENV=production more of them are required.'
  })
  if (read.status === 'failed') return [read]
  const settings = readSettings(environment)
  const found = Object.entries(checks).map(([service, check]) =>
    runCheck(service, () => check(settings, environment)),
  )
  return [read, ...(await Promise.all(found))]
}

const checks: Record<string, Check> = {
  database: async (settings) => {
    const report = await inspectDatabase(definition, settings).catch((error: unknown) => {
      if (settings.databaseUrl !== undefined) throw error
      throw new NotConfigured(error instanceof Error ? error.message : String(error))
    })
    return describeDatabase(report)
  },
  files: async ({ files, dataDir }, { FILES_DIR }) => {
    if ('directory' in files && !FILES_DIR && !existsSync(dataDir)) {
      throw new NotConfigured('Without FILES_DIR or FILES_S3_URL files are kept in DATA_DIR/files.')
    }
    await checkFileStore(openFileStore(files))
    const place = 's3' in files ? 'bucket' : 'directory'
    return `The ${place} of files takes, returns and deletes one.`
  },
  identity: async ({ emulatorUrl, publicUrl }, environment) => {
    const { FIREBASE_API_KEY: key = '', IDENTITY_PROJECT, NODE_ENV } = environment
    if (emulatorUrl !== undefined) {
      await ask(emulatorUrl)
      return 'The identity emulator signs anybody in as anybody, on this machine alone.'
    }
    if (key === '' && !IDENTITY_PROJECT && NODE_ENV !== 'production')
      throw new NotConfigured(
        'Without FIREBASE_API_KEY people sign in at the emulator of "npm start".',
      )
    if (key === '')
      throw new Error(
        'FIREBASE_API_KEY is not set: users who are disabled at Firebase stay signed in here.',
      )
    await ask(firebaseKeysUrl)
    const project = await ask(`${projectUrl}?key=${encodeURIComponent(key)}`)
    const { hostname } = new URL(publicUrl)
    const { authorizedDomains = [] } = project as { authorizedDomains?: unknown[] }
    if (authorizedDomains.includes(hostname)) return `People may sign in at ${hostname}.`
    throw new Error(`${hostname} is not among the authorized domains of Firebase; add it there.`)
  },
  'public-url': async ({ publicUrl }, environment) => {
    const { PUBLIC_URL, PORT = '', TLS_CERT_FILE, NODE_ENV } = environment
    const isNamed = Boolean(PUBLIC_URL) || NODE_ENV === 'production'
    const scheme = TLS_CERT_FILE ? 'https' : 'http'
    const url = isNamed ? publicUrl : `${scheme}://localhost:${PORT || '3000'}`
    await ask(`${url}/api/readyz`).catch((error: unknown) => {
      throw isNamed ? error : new NotConfigured(`Nothing runs at ${url}; "npm start" starts it.`)
    })
    return `The product is ready at ${url}.`
  },
  'registry-db': async ({ dataDir }, { REGISTRY_DATABASE_URL: databaseUrl }) => {
    if (!databaseUrl)
      throw new NotConfigured('Give REGISTRY_DATABASE_URL to test that of the registry.')
    return describeDatabase(await inspectDatabase(registryDefinition, { databaseUrl, dataDir }))
  },
  registry: async ({ dataDir }, { REGISTRY_URL: url, REGISTRY_TOKEN }) => {
    if (!url) throw new NotConfigured('Give REGISTRY_URL to test where edges learn who runs what.')
    const file = join(dataDir, 'keys/reader.token')
    const token = REGISTRY_TOKEN || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
    const headers = { authorization: `Bearer ${token}` }
    const answer = (await ask(`${url}/document`, { headers })) as { channels?: Channel[] }
    const released = answer.channels?.filter(({ lineage }) => lineage.length > 0) ?? []
    if (!released.some(({ app }) => app === 'host'))
      throw new Error('The registry has no release of the host: run "errand setup".')
    return `The registry takes the token, and ${released.length} apps are released.`
  },
  releases: async (_, { RELEASES_URL: url }) => {
    if (!url) throw new NotConfigured('Without RELEASES_URL edges read releases from a folder.')
    await reach(url)
    return 'The store of releases answers.'
  },
  api: async (_, { API_URL: url }) => {
    if (!url) throw new NotConfigured('Give API_URL to test where edges find the api.')
    await ask(`${url}/api/readyz`)
    return `The api is ready at ${url}.`
  },
  traces: async ({ tracesEndpoint }) => {
    if (tracesEndpoint === undefined)
      throw new NotConfigured('Without OTEL_EXPORTER_OTLP_ENDPOINT none are made.')
    await ask(`${tracesEndpoint.replace(/\/+$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
    })
    return 'The receiver takes traces.'
  },
  whatsapp: async ({ graphUrl }, environment) => {
    const accessToken = environment['WHATSAPP_ACCESS_TOKEN'] ?? ''
    const phoneNumberId = environment['WHATSAPP_PHONE_NUMBER_ID'] ?? ''
    const wabaId = environment['WHATSAPP_BUSINESS_ACCOUNT_ID'] ?? ''
    if (accessToken === '') throw new NotConfigured('Give WHATSAPP_ACCESS_TOKEN to test a number.')
    const access = { baseUrl: graphUrl, ask: fetchLimited, phoneNumberId, wabaId, accessToken }
    const stages: AccountCheck['stages'] = []
    await runStage(stages, 'number', () => readNumber(access))
    await runStage(stages, 'webhook', async () => {
      if ((await listWebhooks(access)).length === 0) throw new Error('No app is subscribed.')
    })
    throwAtFailure(stages)
    return 'The number answers, and an app is subscribed to its account.'
  },
  ai: async ({ ai }) => {
    if (ai === undefined)
      throw new NotConfigured('Without AI_BASE_URL the built-in provider answers.')
    const request = generateSchema.parse({ prompt: 'Say when the shop is open' })
    const signal = AbortSignal.timeout(timeoutMs)
    await chooseProvider(ai).draft('instructions', request, { signal })
    return `${ai.model} answers, and keeps to a schema.`
  },
  payments: async ({ billing }, { PAYMENT_CHECKOUT_URL: checkoutUrl }) => {
    const payments = openRazorpay(billing.payments)
    if (payments === undefined)
      throw new NotConfigured('Without both PAYMENT_KEY_… nobody can pay.')
    await payments.provider.fetchOrderPayments('order_doctor').catch((error: unknown) => {
      // If only the order is unknown, the keys were accepted.
      if (!(error instanceof PaymentProviderError && error.isNotFound)) throw error
    })
    if (checkoutUrl) await ask(checkoutUrl)
    const isLive = payments.keyId.startsWith('rzp_live_')
    return `Razorpay takes the keys; ${isLive ? 'money moves' : 'they are test keys'}.`
  },
  sender: async ({ mailSender }) => {
    if (mailSender === undefined)
      throw new NotConfigured('Without MAIL_URL alerts go through owners’ own mail servers alone.')
    const { server, address } = mailSender
    const input = { ...server, fromName: productName, fromEmail: address, to: address }
    throwAtFailure((await runSmtpTest(input, { isPrivateAllowed: true })).stages)
    return `${server.host} took a letter from ${address}.`
  },
  mail: async ({ mail }, environment) => {
    const { SMTP_HOST: host = '', SMTP_FROM: fromEmail } = environment
    if (host === '') throw new NotConfigured('Give SMTP_HOST to test a mail server.')
    const { password = '', ...input } = testSmtpSchema.parse({
      host,
      port: Number(environment['SMTP_PORT'] ?? 587),
      security: environment['SMTP_SECURITY'] ?? 'starttls',
      username: environment['SMTP_USERNAME'] ?? '',
      password: environment['SMTP_PASSWORD'] ?? '',
      fromName: 'Errand',
      fromEmail,
      to: environment['SMTP_TO'] ?? fromEmail,
    })
    throwAtFailure((await runSmtpTest({ ...input, password }, mail)).stages)
    return `${host} took a letter to ${input.to}.`
  },
}

const projectUrl = 'https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig'

/** The part of a channel in the registry's document that is checked. */
interface Channel {
  app: string
  lineage: string[]
}

/** The registry's database, which the api itself does not use. */
const registryDefinition = {
  schema: {},
  migrationsFolder: join(import.meta.dirname, '../../../../delivery/registry/migrations'),
  migrationLock: 0,
  name: 'registry',
  urlSetting: 'REGISTRY_DATABASE_URL',
} as const

function describeDatabase({ version, migrations }: DatabaseReport): string {
  if (version < 15) throw new Error(`PostgreSQL ${version} is too old; use 15 or newer.`)
  if (migrations.isNewer) throw new Error('A newer version migrated the database.')
  return `PostgreSQL ${version} answers; ${migrations.applied} of ${migrations.known} migrations are applied.`
}

async function reach(url: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  // The programs follow none either.
  const answer = await fetchLimited(url, { ...init, redirect: 'manual', signal }).catch(
    () => undefined,
  )
  const { origin } = new URL(url)
  if (answer === undefined) throw new Error(`Nothing answers at ${origin}.`)
  const location = answer.headers.get('location')
  if (location !== null)
    throw new Error(`${origin} redirects to ${location}, which is not followed.`)
  return answer
}

async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const { origin, pathname } = new URL(url)
  const answer = await reach(url, init)
  if (!answer.ok) throw new Error(`${origin}${pathname} answers ${answer.status}.`)
  return answer.json().catch(() => ({}))
}

interface Stage {
  stage: string
  ok: boolean
  message?: string | undefined
  hint?: string | undefined
}

function throwAtFailure(stages: Stage[]): void {
  const failed = stages.find(({ ok }) => !ok)
  if (failed === undefined) return
  throw new Error(`${failed.stage}: ${[failed.message, failed.hint].filter(Boolean).join(' ')}`)
}
