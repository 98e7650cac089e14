import { join } from 'node:path'

import { inTurn } from '../locks/in-turn.ts'
import { root } from '../root.ts'
import { elapsed, progress } from '../terminal/report.ts'
import { listApps, type App } from './apps.ts'
import { buildApp, needsBuild } from './build-app.ts'

/** Each build keeps more than one core busy. */
const atOnce = 2

/**
 * Builds the apps whose source has changed since their last build; `use` gets the folders of all
 * builds. One copy of the product at a time, until it has used them: they share each app's `dist`.
 */
export function buildAll(
  signal: AbortSignal,
  use: (distDirs: string[]) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const lockFile = join(root, 'node_modules', '.errand-build.lock')
  return inTurn(lockFile, {
    signal,
    async work() {
      await buildStale(signal)
      await use(listApps().map(({ directory }) => join(directory, 'dist')))
    },
  })
}

async function buildStale(signal: AbortSignal): Promise<void> {
  const apps = listApps()
  const stale = apps.filter(needsBuild)
  const waiting = [...stale]
  await Promise.all(Array.from({ length: atOnce }, buildNext))
  const unchanged = apps.filter((app) => !stale.includes(app))
  if (unchanged.length > 0) progress(`${namesOf(unchanged)} as built before`)

  async function buildNext(): Promise<void> {
    for (let app = waiting.shift(); app !== undefined; app = waiting.shift()) {
      const since = performance.now()
      await buildApp(app, signal)
      progress(`${app.name} built in ${elapsed(since)}`)
    }
  }
}

const namesOf = (apps: App[]): string => apps.map(({ name }) => name).join(', ')
