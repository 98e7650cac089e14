import type { ReleaseSet } from '@errand/contract/release'

import { logError } from './log.ts'
import type { Page } from './page-source.ts'

/** What an edge notices of releases in use. */
export interface Sightings {
  /** A document of this page was served. */
  page: (page: Page) => void
  /** An open page runs these, as `app@version`. */
  releases: (names: string[]) => void
}

/** A release is told of at most so often; days are what retention counts in. */
const roundMs = 60_000
/** What was noticed for the first time waits this long for more of it. */
const gatherMs = 1_000
/** As many as a registry takes at once, and as may wait because open pages said so. */
const mostNames = 1_000

/** Notes which releases are in use and tells of them, each once a minute whatever the traffic. */
export function createSightings(tell: (names: string[]) => Promise<void>): Sightings {
  let pages = new WeakSet<Page>()
  const told = new Set<string>()
  const waiting = new Set<string>()
  let roundEnds = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function beginRound(): void {
    const now = performance.now()
    if (now < roundEnds) return
    roundEnds = now + roundMs
    pages = new WeakSet()
    told.clear()
  }

  function note(names: string[]): void {
    for (const name of names) {
      if (!told.has(name)) waiting.add(name)
    }
    if (waiting.size > 0) wake(gatherMs)
  }

  function wake(afterMs: number): void {
    if (timer !== undefined) return
    timer = setTimeout(() => void tellSome(), afterMs)
    // Where timers are numbers nothing has to be kept from waiting for them.
    if (typeof timer === 'object') timer.unref()
  }

  /** What was told is forgotten only then: a registry that is away makes nothing wait twice. */
  async function tellSome(): Promise<void> {
    let nextMs = gatherMs
    try {
      const names = [...waiting].slice(0, mostNames)
      await tell(names)
      for (const name of names) {
        waiting.delete(name)
        told.add(name)
      }
    } catch (error) {
      logError('releases in use not told', error)
      nextMs = roundMs
    }
    timer = undefined
    if (waiting.size > 0) wake(nextMs)
  }

  return {
    page(page) {
      beginRound()
      if (pages.has(page)) return
      pages.add(page)
      note(releasesIn(page.set))
    },
    releases(names) {
      beginRound()
      // Anybody can invent names; those of documents always find room.
      note(names.slice(0, Math.max(0, mostNames - waiting.size)))
    },
  }
}

/** Those that the page may run: the ones to fall back on too. */
export const releasesIn = ({ host, remotes }: ReleaseSet): string[] => [
  `host@${host.version}`,
  ...remotes.flatMap(({ app, version, fallbacks }) =>
    [version, ...fallbacks.map((fallback) => fallback.version)].map((each) => `${app}@${each}`),
  ),
]

const tellTimeoutMs = 5_000

/** Tells a registry, with the token that it takes for reading. */
export function tellRegistry(url: string, token: string | undefined) {
  return async (names: string[]): Promise<void> => {
    const answer = await fetch(`${url}/sightings`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify(names),
      signal: AbortSignal.timeout(tellTimeoutMs),
    })
    if (!answer.ok) throw new Error(`The registry answered ${answer.status}`)
  }
}
