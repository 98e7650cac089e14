import type { RemoteRelease } from '@errand/contract/release'

/** Sorted as in the navigation. */
export const sortByOrder = (remotes: RemoteRelease[]): RemoteRelease[] =>
  remotes.toSorted((a, b) => a.order - b.order)

/** The pages of remotes that the navigation leads to: each mount, then its further entries. */
export const listDestinations = (remotes: RemoteRelease[]) =>
  sortByOrder(remotes).flatMap(({ mount, label, labels, icon, key, badge, entries = [] }) => [
    { to: mount, label, labels, icon, key, badge, isExact: entries.length > 0 },
    ...entries.map((entry) => ({
      ...entry,
      to: `${mount}/${entry.to}`,
      badge: undefined,
      isExact: false,
    })),
  ])
