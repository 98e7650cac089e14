import { join } from 'node:path'

import * as z from 'zod/mini'

import { parseEnvironment } from '../platform/program.ts'
import type { NoticeSettings } from './context.ts'

const tokenSchema = z.string().check(z.minLength(32))

/** Standard Webhooks: 24 to 64 bytes. */
const noticeSecretSchema = z
  .string()
  .check(z.regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'it is whsec_ and 24 to 64 bytes as base64'))

const environmentSchema = z.object({
  REGISTRY_PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3100),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.data'),
  RELEASES_DIR: z.optional(z.string()),
  REGISTRY_DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ })),
  REGISTRY_ADMIN_TOKEN: z.optional(tokenSchema),
  REGISTRY_READER_TOKEN: z.optional(tokenSchema),
  REGISTRY_TICKET_KEY: z.optional(z.string()),
  NOTICE_URL: z.optional(z.url({ protocol: /^https?$/ })),
  NOTICE_SECRET: z.optional(noticeSecretSchema),
  CONSOLE_URL: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  LOCAL_REMOTES: z.optional(z.enum(['0', '1'])),
  NODE_ENV: z.optional(z.string()),
})

/** All that the registry reads of its environment. */
export const settingNames = Object.keys(environmentSchema.shape)

/** Reads the registry's settings; throws one sentence about the first value that will not do. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const env = parseEnvironment(environmentSchema, environment)
  if (env.NODE_ENV === 'production' && env.REGISTRY_DATABASE_URL === undefined) {
    throw new Error(
      'REGISTRY_DATABASE_URL must be set in production: without it there is no PostgreSQL to keep data in.',
    )
  }
  return {
    port: env.REGISTRY_PORT,
    hostname: env.HOST,
    dataDir: env.DATA_DIR,
    releasesDir: env.RELEASES_DIR ?? join(env.DATA_DIR, 'releases'),
    databaseUrl: env.REGISTRY_DATABASE_URL,
    adminToken: env.REGISTRY_ADMIN_TOKEN,
    readerToken: env.REGISTRY_READER_TOKEN,
    /** Whether it signs tickets for remotes on developers' machines, whose code nobody signs. */
    allowsLocalRemotes: env.LOCAL_REMOTES === '1',
    /** Where people open the console. */
    consoleUrl: env.CONSOLE_URL ?? `http://localhost:${env.REGISTRY_PORT}/console`,
    ticketKey: env.REGISTRY_TICKET_KEY,
    notices: noticeSettingsOf(env),
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function noticeSettingsOf({
  NOTICE_URL: url,
  NOTICE_SECRET: secret,
  NODE_ENV,
}: z.infer<typeof environmentSchema>): NoticeSettings | undefined {
  if (url === undefined && secret === undefined) return undefined
  if (url === undefined || secret === undefined)
    throw new Error('NOTICE_URL and NOTICE_SECRET must be set both, or neither.')
  const { protocol, hostname, username, password } = new URL(url)
  const isLocal = NODE_ENV !== 'production' && loopback.has(hostname)
  if (protocol !== 'https:' && !isLocal)
    throw new Error('NOTICE_URL must begin with https://, except on this machine.')
  if (username !== '' || password !== '')
    throw new Error('NOTICE_URL must have no user and no password: notices are signed.')
  return { url, secret }
}
