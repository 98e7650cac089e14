import { atom, createStore } from 'jotai'

/** Which overlay of the shell is open. */
type OpenPart = 'palette' | 'shortcuts'

export const paletteStore = createStore()
export const openPartAtom = atom<OpenPart>()

/** Opens the command palette. */
export const openPalette = (): void => paletteStore.set(openPartAtom, 'palette')

/** Opens the sheet of shortcuts. */
export const openShortcuts = (): void => paletteStore.set(openPartAtom, 'shortcuts')

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Keys in readable form: `Ctrl K` for `mod+k`, `Esc` for `Escape`. */
export const displayKeys = (keys: string): string =>
  keys
    .replace(/^mod\+(.)$/, (_, key: string) => `${isApple ? '⌘' : 'Ctrl'} ${key.toUpperCase()}`)
    .replace('Escape', 'Esc')
