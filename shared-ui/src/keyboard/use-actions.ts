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
 * What can be done on this page: by the keys named, from the command palette, and listed in the
 * sheet of shortcuts, for as long as the component is there.
 */
export function useActions(group: string, actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  const [owner] = useState(() => ({}))
  const [match] = useState(createKeyMatcher)
  // As text: what is listed changes only when it reads otherwise.
  const listed = JSON.stringify(actions)
  // Before anything is painted, here and below: what is seen can be pressed.
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
      event.preventDefault()
      latest.current.find((action) => action.keys === pressed)?.run()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [match, owner])
}

/** What can be done on the page on show, for who lists it. */
export const usePageActions = (): readonly PageActions[] =>
  useSyncExternalStore(onPageActions, listPageActions)
