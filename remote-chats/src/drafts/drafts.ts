import { browserStorage } from '@errand/shared-auth'
import { atom, createStore, useAtomValue } from 'jotai'

import { ownStorage, perOwner } from '../owner/own-storage.ts'
import { useOwnerId } from '../owner/use-owner-id.ts'
import { emptyDraft, hasText, readDraft, type Draft } from './draft.ts'

/** Typing writes to the storage only now and then. */
const keepAfterMs = 300

type Drafts = Readonly<Record<string, Draft>>

/** The drafts of one owner, each under its chat; kept through reloads and closed tabs. */
function createDrafts(owner: string) {
  // Not of the tab: a draft outlives it.
  const storage = ownStorage(browserStorage, 'chat', owner)
  const store = createStore()
  const draftsAtom = atom<Drafts>(
    Object.fromEntries(
      storage.names().flatMap((id) => {
        const draft = readDraft(storage.read(id))
        return draft === undefined ? [] : [[id, draft]]
      }),
    ),
  )
  const unkept = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const get = (sessionId: string): Draft => store.get(draftsAtom)[sessionId] ?? emptyDraft

  function keep(): void {
    clearTimeout(timer)
    // Signing out has emptied the storage.
    if (isClosed) return
    for (const id of unkept) storage.write(id, hasText(get(id)) ? get(id) : undefined)
    unkept.clear()
  }

  function write(sessionId: string, part: Partial<Draft>): void {
    store.set(draftsAtom, (drafts) => ({
      ...drafts,
      [sessionId]: { ...emptyDraft, ...drafts[sessionId], ...part },
    }))
    unkept.add(sessionId)
    clearTimeout(timer)
    timer = setTimeout(keep, keepAfterMs)
  }

  // A phone gives a page that is put away no other chance.
  const keepIfHidden = () => document.visibilityState === 'hidden' && keep()
  window.addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', keepIfHidden)

  return {
    store,
    draftsAtom,
    get,
    write,
    close() {
      isClosed = true
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keepIfHidden)
    },
  }
}

const draftsOf = perOwner(createDrafts, (drafts) => drafts.close())

/** What is written in a chat, and how to change it. */
export function useDraft(sessionId: string) {
  const { store, draftsAtom, get, write } = draftsOf(useOwnerId())
  const draft = useAtomValue(draftsAtom, { store })[sessionId] ?? emptyDraft
  return {
    draft,
    /** What is written at this very moment, for what happens later. */
    read: () => get(sessionId),
    write: (part: Partial<Draft>) => write(sessionId, part),
  }
}

/** Gives back how to write into the draft of any chat. */
export function useWriteDraft() {
  const { get, write } = draftsOf(useOwnerId())
  return { read: get, write }
}

/** The reply that waits in a chat, for the list; nothing where none does. */
export function useDraftPreview(sessionId: string): string | undefined {
  const { store, draftsAtom } = draftsOf(useOwnerId())
  const reply = useAtomValue(draftsAtom, { store })[sessionId]?.reply.trim()
  return reply === '' ? undefined : reply
}
