import type { RefObject } from 'react'

import { useKeptFocus } from './use-kept-focus.ts'

/** What a press takes away within a pane leaves the focus to the pane; the pane itself, to `elsewhere`. */
export function usePaneFocus(pane: RefObject<HTMLElement | null>, elsewhere: () => void) {
  return useKeptFocus(() => {
    if (pane.current === null) elsewhere()
    else pane.current.focus({ preventScroll: true })
  })
}
