import { useEffect } from 'react'

/**
 * Tells the edge's boot script whether the host has started: the script requests another release if
 * this one failed or never reports ready.
 */
export function useStartEvent(outcome: 'ready' | 'failed', cause?: unknown): void {
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(`errand:${outcome}`, { detail: cause }))
  }, [outcome, cause])
}
