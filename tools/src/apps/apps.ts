import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../root.ts'

/** An app of the page: the host or a remote. */
export interface App {
  name: string
  directory: string
}

/** Every app there is: a new team's folder `remote-reports` is one more. */
export function listApps(): App[] {
  return readdirSync(root)
    .filter((name) => name === 'host' || name.startsWith('remote-'))
    .map((name) => ({ name, directory: join(root, name) }))
    .filter(({ directory }) => existsSync(join(directory, 'rsbuild.config.ts')))
}

/** Rsbuild's own script in an app, which is run by node without a shell. */
export const rsbuild = ({ directory }: App): string =>
  join(directory, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
