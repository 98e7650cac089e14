import { useEffect } from 'react'

/**
 * Tells the edge's boot script how the host came up: it asks for another release of the host when
 * this one failed, or never says that it is ready.
 */
export function useStartEvent(outcome: 'ready' | 'failed'): void {
  useEffect(() => {
    window.dispatchEvent(new Event(`errand:${outcome}`))
  }, [outcome])
}
