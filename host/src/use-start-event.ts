import { useEffect } from 'react'

/**
 * Tells the edge's boot script whether the host has started: the script requests another release if
 * this one failed or never reports ready.
 */
export function useStartEvent(outcome: 'ready' | 'failed'): void {
  useEffect(() => {
    window.dispatchEvent(new Event(`errand:${outcome}`))
  }, [outcome])
}
