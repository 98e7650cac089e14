import { useMedia } from './use-media.ts'

/** Whether the list and the open chat take turns, as on a phone; the same width as in the styles. */
export const useIsOnePane = (): boolean => useMedia('(width < 860px)')
