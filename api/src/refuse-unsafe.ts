/** What must be said where it counts, and what goes wrong when it is not. */
const needed = {
  DATABASE_URL: 'without it there is no PostgreSQL to keep data in',
  SECRETS_KEY: 'without it secrets cannot be kept',
  IDENTITY_PROJECT: 'without it the tokens of another project are believed',
  PUBLIC_URL: 'without it links and webhooks lead to this machine',
}

/** Throws one sentence about the first setting that would leave the api open to anybody. */
export function refuseUnsafe(environment: NodeJS.ProcessEnv): void {
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
  for (const [name, reason] of Object.entries(needed)) {
    if (environment[name] === undefined) {
      throw new Error(`${name} must be set in production: ${reason}.`)
    }
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
