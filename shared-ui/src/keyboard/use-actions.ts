import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import { createKeyMatcher } from './keys.ts'
import {
  isLatest,
  listPageActions,
  onPageActions,
  setPageActions,
  type PageAction,
  type PageActions,
} from './page-actions.ts'

/**
 * Registers actions of the page while the component is mounted: by keys, in the command palette,
 * and in the sheet of shortcuts.
 *
 *     useActions(say('thisJob'), [{ id: 'job:save', label: say('save'), keys: 'mod+s', run: save }])
 */
export function useActions(group: string, actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  const [owner] = useState(() => ({}))
  const [match] = useState(createKeyMatcher)
  // As text, so that the effect runs only when the list reads differently.
  const listed = JSON.stringify(actions)
  // Before painting, here and below, so that visible shortcuts work at once.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    const run = (id: string) => latest.current.find((action) => action.id === id)?.run()
    const shown = JSON.parse(listed) as Omit<PageAction, 'run'>[]
    setPageActions(owner, {
      group,
      actions: shown.map((action) => ({ ...action, run: () => run(action.id) })),
    })
    return () => setPageActions(owner, undefined)
  }, [owner, group, listed])
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const keys = latest.current.flatMap((action) => action.keys ?? [])
      const pressed = match(event, keys)
      if (pressed === undefined || !isLatest(owner, pressed)) return
      // Also while it is held down: the browser would act on the second one.
      event.preventDefault()
      if (!event.repeat) latest.current.find((action) => action.keys === pressed)?.run()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [match, owner])
}

/** The actions on the current page, to list them. */
export const usePageActions = (): readonly PageActions[] =>
  useSyncExternalStore(onPageActions, listPageActions)
