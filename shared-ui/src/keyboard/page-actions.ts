/** An action on the current page. */
export interface PageAction {
  id: string
  label: string
  /** `j`, `?`, `Escape`, two keys in sequence (`g d`), or with Ctrl or Cmd (`mod+k`). */
  keys?: string
  run: () => void
}

/** A group of actions. */
export interface PageActions {
  group: string
  actions: readonly PageAction[]
}

interface Registry {
  /** The actions on the page, by the component that registered them. */
  entries: Map<object, PageActions>
  listeners: Set<() => void>
  list: readonly PageActions[]
}

// On the window, as plain data: this file is compiled into each app, and the shell has to see the
// actions of remotes of any release.
const key = Symbol.for('errand:actions')

function registry(): Registry {
  const holder = window as { [key]?: Registry }
  return (holder[key] ??= { entries: new Map(), listeners: new Set(), list: [] })
}

/** Registers the actions of `owner` until it changes them; undefined removes them. */
export function setPageActions(owner: object, actions: PageActions | undefined): void {
  const { entries, listeners } = registry()
  if (actions === undefined) entries.delete(owner)
  else entries.set(owner, actions)
  registry().list = withoutOverridden([...entries.values()])
  for (const notify of listeners) notify()
}

/** The actions on the current page. */
export const listPageActions = (): readonly PageActions[] => registry().list

/** Calls back when the actions change; returns a function that unsubscribes. */
export function onPageActions(listener: () => void): () => void {
  registry().listeners.add(listener)
  return () => void registry().listeners.delete(listener)
}

/** Without actions whose keys a later group uses. */
function withoutOverridden(groups: readonly PageActions[]): PageActions[] {
  return groups.flatMap(({ group, actions }, at) => {
    const later = groups.slice(at + 1).flatMap((one) => one.actions)
    const taken = new Set(later.map(({ keys }) => keys))
    const left = actions.filter(({ keys }) => keys === undefined || !taken.has(keys))
    return left.length === 0 ? [] : [{ group, actions: left }]
  })
}

/** Whether the keys belong to `owner`: of several owners the latest wins. */
export const isLatest = (owner: object, keys: string): boolean =>
  [...registry().entries].findLast(([, { actions }]) =>
    actions.some((action) => action.keys === keys),
  )?.[0] === owner
