import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { isProxyList, readProxies } from '@errand/serving/client-address'
import * as z from 'zod/mini'

import { parseEnvironment } from '../platform/program.ts'
import { readerTokenFile } from '../signing/credentials.ts'

const portSchema = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))
const originSchema = z.url({ protocol: /^https?$/ })

const environmentSchema = z.object({
  PORT: z._default(portSchema, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  API_URL: z._default(originSchema, 'http://127.0.0.1:5000'),
  DATA_DIR: z._default(z.string(), '.data'),
  RELEASES_DIR: z.optional(z.string()),
  RELEASES_URL: z.optional(originSchema),
  REGISTRY_URL: z.optional(originSchema),
  REGISTRY_TOKEN: z.optional(z.string()),
  TRUSTED_PROXIES: z._default(
    z.string().check(z.refine(isProxyList, 'addresses and networks')),
    '127.0.0.0/8, ::1',
  ),
  TLS_CERT_FILE: z.optional(z.string()),
  TLS_KEY_FILE: z.optional(z.string()),
  IDENTITY_PROJECT: z.optional(z.string()),
  IDENTITY_EMULATOR_URL: z.optional(originSchema),
  FIREBASE_API_KEY: z.optional(z.string()),
  FIREBASE_AUTH_DOMAIN: z.optional(z.string()),
  PAYMENT_CHECKOUT_URL: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  META_SDK_URL: z.optional(z.url({ protocol: /^https?$/, hostname: /.*/ })),
  LOCAL_REMOTES: z.optional(z.enum(['0', '1'])),
  DEV_HOST_URL: z.optional(originSchema),
  DEV_REMOTES: z._default(z.string(), '{}'),
  NODE_ENV: z.optional(z.string()),
})

/** The names of all environment variables that the edge reads. */
export const settingNames = Object.keys(environmentSchema.shape)

/** How this edge was started. */
export type Settings = ReturnType<typeof readSettings>

/** Reads the edge's settings; throws one sentence about the first value that will not do. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const env = parseEnvironment(environmentSchema, environment)
  if (env.IDENTITY_EMULATOR_URL !== undefined && env.NODE_ENV === 'production') {
    throw new Error('IDENTITY_EMULATOR_URL must not be set in production: anybody could sign in.')
  }
  if (env.IDENTITY_EMULATOR_URL === undefined && env.FIREBASE_API_KEY === undefined) {
    throw new Error('FIREBASE_API_KEY is needed, or IDENTITY_EMULATOR_URL for local work.')
  }
  if (env.IDENTITY_PROJECT === undefined && env.NODE_ENV === 'production') {
    throw new Error(
      'IDENTITY_PROJECT must be set in production: without it people sign in to another project.',
    )
  }
  return {
    port: env.PORT,
    hostname: env.HOST,
    apiUrl: env.API_URL,
    dataDir: env.DATA_DIR,
    releasesDir: env.RELEASES_DIR ?? join(env.DATA_DIR, 'releases'),
    releasesUrl: env.RELEASES_URL,
    registry: {
      url: env.REGISTRY_URL,
      token: env.REGISTRY_TOKEN ?? readIfExists(readerTokenFile(env.DATA_DIR)),
    },
    isTrustedProxy: readProxies(env.TRUSTED_PROXIES),
    tls: readTls(env.TLS_CERT_FILE, env.TLS_KEY_FILE),
    /** Whether tickets may bring unsigned remotes of the visitor's own machine. */
    allowsLocalRemotes: env.LOCAL_REMOTES === '1',
    emulatorUrl: env.IDENTITY_EMULATOR_URL,
    development:
      env.DEV_HOST_URL === undefined
        ? undefined
        : { hostUrl: env.DEV_HOST_URL, remotes: readDevRemotes(env.DEV_REMOTES) },
    page: {
      identity: {
        projectId: env.IDENTITY_PROJECT ?? 'demo-errand',
        // The emulator accepts any key, but the SDK requires one.
        apiKey: env.FIREBASE_API_KEY ?? 'local',
        ...(env.FIREBASE_AUTH_DOMAIN !== undefined && { authDomain: env.FIREBASE_AUTH_DOMAIN }),
        emulator: env.IDENTITY_EMULATOR_URL !== undefined,
      },
      ...(env.PAYMENT_CHECKOUT_URL !== undefined && { checkoutUrl: env.PAYMENT_CHECKOUT_URL }),
      ...(env.META_SDK_URL !== undefined && { facebookSdkUrl: env.META_SDK_URL }),
    },
  }
}

/** The token of the registry with the same data directory, or a copied one. */
const readIfExists = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined

function readTls(certFile: string | undefined, keyFile: string | undefined) {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE are needed both, or neither.')
  return { cert: readPem('TLS_CERT_FILE', certFile), key: readPem('TLS_KEY_FILE', keyFile) }
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`${setting} names a file that cannot be read: ${file}`, { cause })
  }
}

function readDevRemotes(json: string): Record<string, string> {
  return z.record(z.string(), originSchema).parse(JSON.parse(json))
}
