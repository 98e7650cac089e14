import type { FlagName, Flags } from '@errand/contract/flags'
import { atom, createStore, useAtomValue } from 'jotai'

// Its own store, for the reasons of the session's.
const store = createStore()
const flagsAtom = atom<Flags>({})

/** Gives the page the flags of its visitor; the host calls it, and again when they change. */
export function setFlags(flags: Flags): void {
  store.set(flagsAtom, flags)
}

/** Whether a feature is on for this visitor. */
export function useFlag(name: FlagName): boolean {
  return useAtomValue(flagsAtom, { store })[name] === true
}
