import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { loopbackOriginSchema } from '@errand/contract/release'

import { readPlace } from '../build/app-package.ts'
import { hasWidget } from '../build/exposed.ts'
import { iconByName } from '../build/icon.ts'
import { requiredVersions, sharedLibraryNames } from '../build/shared-libraries.ts'
import type { LocalRemote } from '../rollouts/local-remote.ts'
import { CommandError } from './errors.ts'

const contract = '@errand/contract'

/** The remote of this workspace, as a ticket describes one that runs on its developer's machine. */
export function describeLocalRemote(root: string, app: string, origin: string): LocalRemote {
  if (!loopbackOriginSchema.safeParse(origin).success) {
    throw new CommandError(
      'usage',
      `A ticket can only name a server of your own machine, such as http://localhost:3001, not ${origin}.`,
    )
  }
  const directory = join(root, app)
  if (!app.startsWith('remote-') || !existsSync(join(directory, 'rsbuild.config.ts'))) {
    throw new CommandError('usage', `There is no remote ${app} in ${root}.`)
  }
  const { mount: _, ...place } = readPlace(directory)
  return {
    origin,
    place: { ...place, icon: iconByName(place.icon) },
    hasWidget: hasWidget(directory),
    requires: requiredVersions(directory, [...sharedLibraryNames, contract]),
  }
}
