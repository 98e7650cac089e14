import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'

type Listener = Parameters<typeof createServer>[1]
interface ApiSpec {
  default: { paths: Record<string, unknown> }
}
interface EmulatorServer {
  createApp: (project: string) => Promise<Listener>
}

/**
 * The official Firebase Auth emulator, inside this process. Its command line takes six seconds to
 * start, opens two more ports and writes a log. Most of that time it compiles validators for eighty
 * calls, of which phone sign-in uses a quarter: with these alone it starts in one second and takes
 * half the memory.
 */
export async function createEmulator(project: string): Promise<Server> {
  // CommonJS without types.
  const require = createRequire(import.meta.url)
  const spec: ApiSpec = require('firebase-tools/lib/emulator/auth/apiSpec')
  const { paths } = spec.default
  const missing = servedPaths.filter((path) => !(path in paths))
  if (missing.length > 0) throw new Error(`firebase-tools no longer knows ${missing.join(', ')}`)
  for (const path of Object.keys(paths)) if (!servedPaths.includes(path)) delete paths[path]

  const { createApp }: EmulatorServer = require('firebase-tools/lib/emulator/auth/server')
  return createServer(await createApp(project))
}

const project = '/v1/projects/{targetProjectId}'
const emulator = '/emulator/v1/projects/{targetProjectId}'

/** The calls that are served: phone sign-in, the session, and administration. */
const servedPaths: readonly string[] = [
  '/v1/accounts:sendVerificationCode',
  '/v1/accounts:signInWithPhoneNumber',
  '/v1/accounts:lookup',
  '/v1/accounts:update',
  '/v1/accounts:delete',
  '/v1/token',
  '/v1/projects',
  '/v1/recaptchaParams',
  '/v2/recaptchaConfig',
  `${project}/accounts`,
  `${project}/accounts:batchCreate`,
  `${project}/accounts:batchGet`,
  `${project}/accounts:delete`,
  `${project}/accounts:lookup`,
  `${project}/accounts:update`,
  `${project}:queryAccounts`,
  `${emulator}/accounts`,
  `${emulator}/config`,
  `${emulator}/verificationCodes`,
]

/** A sign-in code that was requested. */
interface SignInCode {
  phoneNumber: string
  code: string
}

interface CodesAnswer {
  verificationCodes?: (SignInCode & { sessionInfo: string })[]
}

/** Calls back with each new sign-in code in the emulator's list. */
export function announceCodes(
  server: Server,
  options: { codesUrl: string; onCode: (code: SignInCode) => void },
): void {
  const announced = new Set<string>()

  server.on('request', (request, response) => {
    if (!request.url?.includes(':sendVerificationCode')) return
    response.once('finish', () => void announce().catch(reportProblem))
  })

  async function announce(): Promise<void> {
    const response = await fetch(options.codesUrl)
    const { verificationCodes = [] } = (await response.json()) as CodesAnswer
    for (const { phoneNumber, code, sessionInfo } of verificationCodes) {
      if (announced.has(sessionInfo)) continue
      announced.add(sessionInfo)
      options.onCode({ phoneNumber, code })
    }
  }
}

// The code can still be read at /dev/codes.
function reportProblem(error: unknown): void {
  process.stderr.write(`The new codes could not be read: ${String(error)}\n`)
}
