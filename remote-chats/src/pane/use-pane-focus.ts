import { useEffect, useRef, type RefObject } from 'react'

import { takeFocus } from './take-focus.ts'
import { useIsOnePane } from './use-is-one-pane.ts'

/**
 * Where one pane is shown at a time, gives the focus to what is now in the place of the list: the row
 * that was pressed can be seen no longer. What it is put on needs `tabIndex={-1}`.
 */
export function usePaneFocus<T extends HTMLElement>(): RefObject<T | null> {
  const pane = useRef<T>(null)
  const isOnePane = useIsOnePane()
  useEffect(() => {
    if (isOnePane) takeFocus(pane.current)
  }, [isOnePane])
  return pane
}
