import { join } from 'node:path'

import type { Program } from '../programs/program.ts'
import { isMessage } from '../programs/start-program.ts'
import { root } from '../root.ts'
import type { Settings } from '../settings/settings.ts'
import { maskedNumber } from '../terminal/masked-number.ts'
import { say } from '../terminal/report.ts'

const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/** Where the edge finds the published releases. */
export const releasesDir = ({ dataDir }: Settings): string => join(dataDir, 'releases')

/** Who signs in: the emulator, which also prints each code that it would send. */
export function identityProgram({ ports, project }: Settings): Program {
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

/** What is true: the api with its database. */
export function apiProgram({ ports, project, dataDir, databaseUrl }: Settings): Program {
  return {
    name: 'api',
    args: [join(root, 'api/src/server.ts')],
    cwd: root,
    env: {
      API_PORT: String(ports.API_PORT),
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: localUrl(ports.IDENTITY_PORT),
    },
  }
}

/** What the browser talks to; `development` names servers to take pages from. */
export function edgeProgram(settings: Settings, development: Record<string, string> = {}): Program {
  const { ports, project } = settings
  return {
    name: 'edge',
    args: [join(root, 'delivery/edge/server.ts')],
    cwd: root,
    env: {
      PORT: String(ports.PORT),
      API_URL: localUrl(ports.API_PORT),
      RELEASES_DIR: releasesDir(settings),
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: localUrl(ports.IDENTITY_PORT),
      ...development,
    },
  }
}
