import { atom, createStore } from 'jotai'

/** What of the shell is open above the page. */
export type OpenPart = 'palette' | 'shortcuts'

export const paletteStore = createStore()
export const openPartAtom = atom<OpenPart>()

/** Opens the command palette. */
export const openPalette = (): void => paletteStore.set(openPartAtom, 'palette')

/** Opens the sheet of shortcuts. */
export const openShortcuts = (): void => paletteStore.set(openPartAtom, 'shortcuts')
