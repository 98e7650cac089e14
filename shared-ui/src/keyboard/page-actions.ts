/** Something that can be done on the page on show. */
export interface PageAction {
  id: string
  label: string
  /** `j`, `?`, `Escape`, two one after the other (`g d`), or together with Ctrl or Cmd (`mod+k`). */
  keys?: string
  run: () => void
}

/** Actions that belong together. */
export interface PageActions {
  group: string
  actions: readonly PageAction[]
}

interface Registry {
  /** What is on show, by whoever said so. */
  entries: Map<object, PageActions>
  listeners: Set<() => void>
  list: readonly PageActions[]
}

// On the window, as plain data: this file is compiled into each app, and the shell has to see what
// the pages of remotes can do, whichever releases they are.
const key = Symbol.for('errand:actions')

function registry(): Registry {
  const holder = window as { [key]?: Registry }
  return (holder[key] ??= { entries: new Map(), listeners: new Set(), list: [] })
}

/** Says what can be done, for as long as `owner` does not say otherwise; nothing takes it back. */
export function setPageActions(owner: object, actions: PageActions | undefined): void {
  const { entries, listeners } = registry()
  if (actions === undefined) entries.delete(owner)
  else entries.set(owner, actions)
  registry().list = withoutOverridden([...entries.values()])
  for (const notify of listeners) notify()
}

/** What can be done on the page on show. */
export const listPageActions = (): readonly PageActions[] => registry().list

/** Calls back when that changes; the answer ends the subscription. */
export function onPageActions(listener: () => void): () => void {
  registry().listeners.add(listener)
  return () => void registry().listeners.delete(listener)
}

/** Without those whose keys mean something that came later. */
function withoutOverridden(groups: readonly PageActions[]): PageActions[] {
  return groups.flatMap(({ group, actions }, at) => {
    const later = groups.slice(at + 1).flatMap((one) => one.actions)
    const taken = new Set(later.map(({ keys }) => keys))
    const left = actions.filter(({ keys }) => keys === undefined || !taken.has(keys))
    return left.length === 0 ? [] : [{ group, actions: left }]
  })
}

/** Whether the keys mean what `owner` does by them: of several, whoever came last. */
export const isLatest = (owner: object, keys: string): boolean =>
  [...registry().entries].findLast(([, { actions }]) =>
    actions.some((action) => action.keys === keys),
  )?.[0] === owner
