import { atom, createStore, useAtomValue } from 'jotai'

import { getSession, onSessionChange } from './session.ts'

/** The owner is asked to confirm by a code that it is them; the shell shows it. */
export interface CodeQuestion {
  settle: (isConfirmed: boolean) => void
}

// Its own store, for the same reasons as the session's.
const store = createStore()
const questionAtom = atom<CodeQuestion | undefined>(undefined)
let asked: Promise<boolean> | undefined

/** The question that is open, in React. */
export function useCodeQuestion(): CodeQuestion | undefined {
  return useAtomValue(questionAtom, { store })
}

/** S21: asks the owner to confirm by a code; calls that need it at the same time share a question. */
export function confirmByCode(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = undefined
    store.set(questionAtom, undefined)
  })
  return asked
}

async function ask(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // Nobody is left to answer after the session has ended.
  const stop = onSessionChange(() => getSession().status !== 'signed-in' && resolve(false))
  store.set(questionAtom, { settle: resolve })
  return promise.finally(stop)
}
