import type { RemoteWidget } from '@errand/contract/remote'
import type { ComponentType } from 'react'

import type { LoadExposed } from '../../federation/federation.ts'
import type { Release } from '../../federation/release.ts'
import type { Place, Remotes } from '../../federation/remotes.ts'

/** What the widgets of remotes are loaded by. */
export interface WidgetLoader {
  remotes: Remotes
  load: LoadExposed
}

/** The widget of the first release that has one and can be loaded; those whose broke are passed over. */
export function loadWidget({ remotes, load }: WidgetLoader, place: Place, broken: string[]) {
  const releases = remotes
    .releases(place)
    .filter(({ widget, version }) => widget !== undefined && !broken.includes(version))
  return remotes.loadFirst(place.remote, releases, (release) => widgetOf(load, release))
}

async function widgetOf(load: LoadExposed, release: Release): Promise<ComponentType> {
  const { Widget } = (await load(release, 'widget')) as Partial<RemoteWidget>
  if (typeof Widget !== 'function') throw new TypeError(`${release.globalName} has no widget`)
  return Widget
}
