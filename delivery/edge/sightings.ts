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
/** Pages say what they run, whatever that is. */
const mostNames = 1_000

/** Notes which releases are in use and tells of them, each once a minute whatever the traffic. */
export function createSightings(tell: (names: string[]) => Promise<void>): Sightings {
  let pages = new WeakSet<Page>()
  const told = new Set<string>()
  const waiting = new Set<string>()
  let roundEnds = 0
  let timer: NodeJS.Timeout | undefined

  function beginRound(): void {
    const now = performance.now()
    if (now < roundEnds) return
    roundEnds = now + roundMs
    pages = new WeakSet()
    told.clear()
  }

  function note(names: string[]): void {
    for (const name of names) {
      if (!told.has(name) && waiting.size < mostNames) waiting.add(name)
    }
    if (waiting.size > 0) wake(gatherMs)
  }

  function wake(afterMs: number): void {
    timer ??= setTimeout(() => void tellAll(), afterMs).unref()
  }

  async function tellAll(): Promise<void> {
    const names = [...waiting]
    waiting.clear()
    for (const name of names) told.add(name)
    let nextMs = gatherMs
    try {
      await tell(names)
    } catch (error) {
      logError('releases in use not told', error)
      for (const name of names) waiting.add(name)
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
      note(names)
    },
  }
}

/** Those that the page may run: the ones to fall back on too. */
export const releasesIn = ({ host, remotes }: ReleaseSet): string[] => [
  `host@${host.version}`,
  ...remotes.flatMap(({ app, version, previous }) => [
    `${app}@${version}`,
    ...(previous === undefined ? [] : [`${app}@${previous.version}`]),
  ]),
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
