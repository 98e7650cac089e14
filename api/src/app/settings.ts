import { join } from 'node:path'

import { isProxyList, readProxies } from '@errand/serving/client-address'
import * as z from 'zod/mini'

import { billingEnvironment, toBillingSettings } from '../modules/billing/billing-settings.ts'
import type { MetaApp } from '../modules/whatsapp/whatsapp-channel.ts'
import type { FileStoreSettings } from '../platform/files/open-file-store.ts'
import { type MailSender, readMailServer } from '../platform/mail/mail-sender.ts'
import { readSecretKeys } from '../platform/secrets/secret-box.ts'

const environmentSchema = z.object({
  API_PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 5000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ })),
  FILES_DIR: z.optional(z.string()),
  FILES_S3_URL: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  FILES_S3_KEY: z.optional(z.string()),
  FILES_S3_SECRET: z.optional(z.string()),
  FILES_S3_REGION: z._default(z.string(), 'us-east-1'),
  MAX_FILES_GIB: z._default(z.coerce.number().check(z.positive()), 20),
  IDENTITY_PROJECT: z._default(z.string().check(z.minLength(1)), 'demo-errand'),
  FIREBASE_API_KEY: z.optional(z.string()),
  IDENTITY_EMULATOR_URL: z.optional(z.url({ protocol: /^https?$/ })),
  PUBLIC_URL: z._default(z.url({ protocol: /^https?$/, hostname: /.*/ }), 'http://localhost:3000'),
  SECRETS_KEY: z.optional(z.string()),
  SMTP_ALLOW_PRIVATE: z.optional(z.enum(['0', '1'])),
  RATE_LIMIT_USER: z._default(z.coerce.number().check(z.int(), z.gte(0)), 600),
  RATE_LIMIT_ADDRESS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 6000),
  TRUSTED_PROXIES: z._default(
    z.string().check(z.refine(isProxyList, 'addresses and networks')),
    '127.0.0.0/8, ::1',
  ),
  DRAIN_SECONDS: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(300)), 0),
  HEALTH_PORT: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))),
  MAX_BLOCKED_SECONDS: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(3600)), 10),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  WORKER: z._default(z.enum(['on', 'off', 'only']), 'on'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  OTEL_SERVICE_NAME: z._default(z.string(), 'errand-api'),
  WHATSAPP_GRAPH_URL: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  META_APP_ID: z.optional(z.string().check(z.regex(/^\d{1,40}$/, 'digits'))),
  META_APP_SECRET: z.optional(z.string()),
  META_CONFIG_ID: z.optional(z.string()),
  AI_BASE_URL: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  AI_MODEL: z.optional(z.string()),
  AI_API_KEY: z.optional(z.string()),
  SIMULATORS: z.optional(z.enum(['0', '1'])),
  MAIL_URL: z.optional(
    z
      .url({ protocol: /^smtps?$/, hostname: /.+/ })
      .check(z.refine((url) => !/%(?![\da-f]{2})/i.test(url), 'a URL')),
  ),
  MAIL_FROM: z.optional(z.email()),
  MAIL_PORT: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535)), 2525),
  NODE_ENV: z.optional(z.string()),
  ...billingEnvironment,
})

/** The names of all settings that the api reads from its environment. */
export const settingNames = Object.keys(environmentSchema.shape)

/** The settings of the api. */
export type Settings = ReturnType<typeof readSettings>

/**
 * Reads the api's settings; throws one sentence about the first invalid value. `defaults` are used where
 * the environment has no value.
 */
export function readSettings(environment: NodeJS.ProcessEnv, defaults: NodeJS.ProcessEnv = {}) {
  const parsed = environmentSchema.safeParse({ ...defaults, ...withoutEmpty(environment) })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') ?? 'A setting'} is not valid: ${issue?.message ?? ''}`)
  }
  // Checks the environment without defaults: in production none of these may be guessed.
  refuseUnsafe(withoutEmpty(environment))
  const env = parsed.data
  const { WHATSAPP_GRAPH_URL: graphUrl = 'https://graph.facebook.com/v25.0' } = env
  return {
    port: env.API_PORT,
    hostname: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    files: { ...readFileStore(env), maxOfOwner: env.MAX_FILES_GIB * 1024 ** 3 },
    project: env.IDENTITY_PROJECT,
    emulatorUrl: env.IDENTITY_EMULATOR_URL,
    /** The key of the pages, by which the identity provider is asked whether a user may still be signed in. */
    identityKey: env.FIREBASE_API_KEY,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    /** Undefined on a developer's machine, where a key file is created. */
    secretKeys: env.SECRETS_KEY === undefined ? undefined : readSecretKeys(env.SECRETS_KEY),
    /** Whether owners may name mail servers in private networks: for development only. */
    mail: {
      isPrivateAllowed: env.SMTP_ALLOW_PRIVATE === '1',
      ...(env.SIMULATORS === '1' && { inboxPort: env.MAIL_PORT }),
    },
    mailSender: readMailSender(env),
    /** What push messages say of their sender, and which push services are allowed besides public ones. */
    push: {
      subject: env.MAIL_FROM === undefined ? env.PUBLIC_URL : `mailto:${env.MAIL_FROM}`,
      rules: env.SIMULATORS === '1' ? { simulatorPort: env.API_PORT } : {},
    },
    /** Simulators of the outside services, for a developer's machine only. */
    simulators: env.SIMULATORS === '1' ? { mailPort: env.MAIL_PORT } : undefined,
    /** With the host name under which pages are opened here. */
    phonePage: env.SIMULATORS === '1' ? `http://localhost:${env.API_PORT}/simulator` : undefined,
    limits: {
      perUser: env.RATE_LIMIT_USER,
      perAddress: env.RATE_LIMIT_ADDRESS,
      isTrustedProxy: readProxies(env.TRUSTED_PROXIES),
    },
    /** For how long requests are still accepted after the signal to stop. */
    drainMs: env.DRAIN_SECONDS * 1000,
    /** Where a thread of its own says that the process lives. */
    healthPort: env.HEALTH_PORT,
    /** For how long the event loop may be blocked before the process ends; 0 for ever. */
    maxBlockedMs: env.MAX_BLOCKED_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    billing: toBillingSettings(env),
    ai: readAi(env),
    graphUrl: graphUrl.replace(/\/+$/, ''),
    isGraphConfigured: env.WHATSAPP_GRAPH_URL !== undefined,
    ...readSignup(env, graphUrl),
    /** Whether connected numbers are simulated ones as well. */
    isGraphSimulated: env.SIMULATORS === '1' && graphUrl.includes('/simulator/graph/'),
    worker: env.WORKER,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: env.OTEL_SERVICE_NAME,
    metricsToken: env.METRICS_TOKEN,
  }
}

/** Where files are kept: in a bucket if one is named, otherwise in a directory. */
function readFileStore(env: z.output<typeof environmentSchema>): FileStoreSettings {
  const { FILES_DIR: directory, FILES_S3_URL: url } = env
  const { FILES_S3_KEY: key, FILES_S3_SECRET: secret, FILES_S3_REGION: region } = env
  if (url === undefined && key === undefined && secret === undefined) {
    return { directory: directory ?? join(env.DATA_DIR, 'files') }
  }
  if (directory !== undefined) {
    throw new Error('FILES_DIR and FILES_S3_URL are both set: files are kept in one place.')
  }
  if (url === undefined || key === undefined || secret === undefined) {
    throw new Error('FILES_S3_URL, FILES_S3_KEY and FILES_S3_SECRET are needed all, or none.')
  }
  if (new URL(url).pathname === '/') {
    throw new Error('FILES_S3_URL names no bucket: https://s3.example.com/bucket')
  }
  return { s3: { url, key, secret, region } }
}

/** The settings of a model; undefined for the built-in provider. */
function readAi({ AI_BASE_URL, AI_MODEL, AI_API_KEY }: z.output<typeof environmentSchema>) {
  if (AI_BASE_URL === undefined) return undefined
  if (AI_MODEL === undefined) throw new Error('AI_BASE_URL needs AI_MODEL: which model answers?')
  return { baseUrl: AI_BASE_URL, model: AI_MODEL, apiKey: AI_API_KEY }
}

/** The mail server for e-mails to owners; undefined if alerts go through their own servers alone. */
function readMailSender({
  MAIL_URL,
  MAIL_FROM,
}: z.output<typeof environmentSchema>): MailSender | undefined {
  if (MAIL_URL === undefined && MAIL_FROM === undefined) return undefined
  if (MAIL_URL === undefined || MAIL_FROM === undefined)
    throw new Error('MAIL_URL and MAIL_FROM are needed both, or none.')
  return { server: readMailServer(MAIL_URL), address: MAIL_FROM }
}

/** The Meta app by whose signup owners connect their numbers, and what the signup's window needs of it. */
function readSignup(
  env: z.output<typeof environmentSchema>,
  graphUrl: string,
): {
  metaApp?: MetaApp
  signup?: { appId: string; configId: string; graphVersion: string }
} {
  const { META_APP_ID: id, META_APP_SECRET: secret, META_CONFIG_ID: configId } = env
  if (id === undefined && secret === undefined && configId === undefined) return {}
  if (id === undefined || secret === undefined || configId === undefined) {
    throw new Error('META_APP_ID, META_APP_SECRET and META_CONFIG_ID are needed all, or none.')
  }
  const [graphVersion = 'v25.0'] = /v\d+\.\d+/.exec(graphUrl) ?? []
  return { metaApp: { id, secret }, signup: { appId: id, configId, graphVersion } }
}

/** `DATABASE_URL=` in a shell or a compose file means that there is none. */
function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/** Settings that production requires, and what goes wrong without them. */
const requiredInProduction = {
  DATABASE_URL: 'without it there is no PostgreSQL to keep data in',
  SECRETS_KEY: 'without it secrets cannot be kept',
  IDENTITY_PROJECT: 'without it the tokens of another project are believed',
  PUBLIC_URL: 'without it links and webhooks lead to this machine',
}

/** Throws one sentence about the first setting that would leave the api open to anybody. */
function refuseUnsafe(environment: NodeJS.ProcessEnv): void {
  const {
    NODE_ENV,
    HOST = '127.0.0.1',
    IDENTITY_EMULATOR_URL,
    SMTP_ALLOW_PRIVATE,
    SIMULATORS,
  } = environment
  const isProduction = NODE_ENV === 'production'
  if (IDENTITY_EMULATOR_URL !== undefined && isProduction) {
    throw new Error('IDENTITY_EMULATOR_URL must not be set in production: anybody could sign in.')
  }
  if (IDENTITY_EMULATOR_URL !== undefined && !isLoopback(HOST)) {
    throw new Error(
      'IDENTITY_EMULATOR_URL is for a HOST of this machine alone: anybody could sign in.',
    )
  }
  if (SIMULATORS === '1' && (isProduction || IDENTITY_EMULATOR_URL === undefined)) {
    throw new Error(
      'SIMULATORS is for a developer’s machine alone, with IDENTITY_EMULATOR_URL and without NODE_ENV=production.',
    )
  }
  if (!isProduction) return
  if (SMTP_ALLOW_PRIVATE === '1') {
    throw new Error(
      'SMTP_ALLOW_PRIVATE must not be set in production: owners could reach its network.',
    )
  }
  for (const [name, reason] of Object.entries(requiredInProduction)) {
    if (environment[name] === undefined) {
      throw new Error(`${name} must be set in production: ${reason}.`)
    }
  }
  if (environment['FILES_DIR'] === undefined && environment['FILES_S3_URL'] === undefined) {
    throw new Error(
      'FILES_DIR or FILES_S3_URL must be set in production: without them files would be kept in the folder of the program.',
    )
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
