import type { RemoteRelease } from '@errand/contract/release'
import type { RemoteWidget } from '@errand/contract/remote'
import type { ComponentType } from 'react'

import type { LoadExposed } from '../../federation/federation.ts'

/** The widget of a remote's release; throws when there is none, or it cannot be had. */
export async function loadWidget(load: LoadExposed, remote: RemoteRelease): Promise<ComponentType> {
  const { Widget } = (await load(remote, 'widget')) as Partial<RemoteWidget>
  if (typeof Widget !== 'function') throw new TypeError(`${remote.app} has no widget`)
  return Widget
}
