import { createRequire } from 'node:module'

import type { Icon } from '@errand/contract/remote'

/** The drawing of a lucide icon by its name, so that the host needs no icon library for remotes. */
export function iconByName(name: string): Icon {
  const icons = createRequire(import.meta.url)('lucide-static/icon-nodes.json') as Record<
    string,
    Icon
  >
  const icon = icons[name]
  if (icon === undefined) throw new Error(`There is no lucide icon named "${name}"`)
  return icon
}
