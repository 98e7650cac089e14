import { join } from 'node:path'

import { localReaderToken } from '@errand/delivery/registry'

import type { NodeProgram } from '../programs/program.ts'
import { isMessage } from '../programs/start-program.ts'
import { root } from '../root.ts'
import type { Settings } from '../settings/settings.ts'
import { maskedNumber } from '../terminal/masked-number.ts'
import { say } from '../terminal/report.ts'
import { appOrigin } from './show-ready.ts'

const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/** Who signs in: the emulator, which also prints each code that it would send. */
export function identityProgram({ ports, project }: Settings): NodeProgram {
  return {
    name: 'identity',
    args: [join(root, 'tools/src/identity.ts')],
    cwd: root,
    env: { IDENTITY_PORT: String(ports.IDENTITY_PORT), IDENTITY_PROJECT: project },
    onMessage(message) {
      if (!isMessage(message, 'code')) return
      say(
        `Sign-in code ${String(message['code'])} for ${maskedNumber(String(message['phoneNumber']))}`,
      )
    },
  }
}

/** What answers requests. */
export function apiProgram(settings: Settings): NodeProgram {
  return { ...apiProcess(settings, 'off'), name: 'api' }
}

/** What works behind the requests. */
export function workerProgram(settings: Settings): NodeProgram {
  return { ...apiProcess(settings, 'only'), name: 'worker' }
}

function apiProcess({ ports, project, dataDir, databaseUrl }: Settings, worker: 'off' | 'only') {
  return {
    args: [join(root, 'api/src/server.ts')],
    cwd: root,
    env: {
      WORKER: worker,
      API_PORT: String(ports.API_PORT),
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: localUrl(ports.IDENTITY_PORT),
      // Where the links in letters lead.
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? appOrigin({ ports }),
      // Nothing leaves this machine unless the environment names a real service.
      SIMULATORS: '1',
      MAIL_PORT: String(ports.MAIL_PORT),
    },
  }
}

/** Which build runs, and for whom. */
export function registryProgram({ dataDir, databaseUrl }: Settings, port: number): NodeProgram {
  return {
    name: 'registry',
    args: [join(root, 'delivery/registry/server.ts')],
    cwd: root,
    env: {
      REGISTRY_PORT: String(port),
      DATA_DIR: dataDir,
      // It may share the api's: each has tables of its own.
      ...(databaseUrl !== undefined && {
        REGISTRY_DATABASE_URL: process.env['REGISTRY_DATABASE_URL'] || databaseUrl,
      }),
      LOCAL_REMOTES: '1',
    },
  }
}

/** What tells an edge where the registry is. */
export const registryEnvironment = ({ dataDir }: Settings, port: number) => ({
  REGISTRY_URL: `${localUrl(port)}/registry`,
  REGISTRY_TOKEN: localReaderToken(dataDir),
})

/** What the browser talks to; `pages` says where it takes them from. */
export function edgeProgram(settings: Settings, pages: Record<string, string>): NodeProgram {
  const { ports, project, dataDir } = settings
  return {
    name: 'edge',
    args: [join(root, 'delivery/edge/server.ts')],
    cwd: root,
    env: {
      PORT: String(ports.PORT),
      API_URL: localUrl(ports.API_PORT),
      DATA_DIR: dataDir,
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: localUrl(ports.IDENTITY_PORT),
      LOCAL_REMOTES: '1',
      // As the api has it: its simulator, unless the environment has the keys of a real account.
      ...(process.env['PAYMENT_KEY_ID'] === undefined && {
        PAYMENT_CHECKOUT_URL: `http://localhost:${ports.API_PORT}/simulator/razorpay/v1/checkout.js`,
      }),
      ...pages,
    },
  }
}
