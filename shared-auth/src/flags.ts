import type { FlagName, Flags } from '@errand/contract/flags'
import { atom, createStore, useAtomValue } from 'jotai'

// Its own store, for the same reasons as the session's.
const store = createStore()
const flagsAtom = atom<Flags>({})

/** Sets the visitor's feature flags; called by the host, again when they change. */
export function setFlags(flags: Flags): void {
  store.set(flagsAtom, flags)
}

/** Whether a feature is on for this visitor: `useFlag('job-copy')`. */
export function useFlag(name: FlagName): boolean {
  return useAtomValue(flagsAtom, { store })[name] === true
}
