import { useSyncExternalStore } from 'react'

/** Whether a media query holds. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Where a table has no room beside the shell's own menu, and rows stand below each other. */
export const useIsNarrow = (): boolean => useMedia('(width < 900px)')
