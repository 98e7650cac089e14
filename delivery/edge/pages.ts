import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import type { ReleaseAsset, ReleaseSet, RemoteRelease } from '@errand/contract/release'
import { LRUCache } from 'lru-cache'

import { policiesOf, releasePath, type RemoteReleaseFile } from '../releases/release.ts'
import type { Evaluator, RolloutSource } from '../rollouts/evaluator.ts'
import { pickReleases, type PickRequest, type Picked, type PickedRemote } from '../rollouts/pick.ts'
import type { HostDocuments, Releases } from './open-releases.ts'
import type { ArmRelease } from './signals/page-token.ts'

/** The content of one document; the host's part without what the edge adds. */
export interface Page extends HostDocuments {
  set: ReleaseSet
  /** The paths of the host's own pages. */
  hostPaths: string[]
  /** The host's page that shows the remotes' widgets. */
  widgetsAt?: string | undefined
  /** The Trusted Types policies that the code of the set creates. */
  trustedTypes: string[]
  /** The releases in it that the visitor's arms picked; others stand in for one that is avoided or unfit. */
  armReleases: ArmRelease[]
}

/** Returns the current page for one visitor. */
export type PageSource = (request: PickRequest) => Promise<Page>

/** Pages of published releases, according to the rollout document. */
export function publishedPages(source: RolloutSource, releases: Releases): PageSource {
  let served: ServedDocument | undefined

  return async ({ visitor, avoid, override }) => {
    const evaluator = source.evaluator()
    if (evaluator === undefined) throw new Error('There is no rollout document yet')
    // Compared by document, not by revision: a restored registry may reuse a revision.
    if (served?.evaluator !== evaluator)
      served = serveDocument(evaluator, releases, { isFirst: served === undefined })
    const { pages, ready, retry, isRead } = served
    retry()
    await ready
    await releases.prepare(Object.entries(override))
    const isVisitorSpecific =
      Object.keys(override).length > 0 || [...avoid].some((release) => evaluator.named.has(release))
    const key = JSON.stringify(evaluator.armsOf(visitor))
    const cachedPage = isVisitorSpecific ? undefined : pages.get(key)
    if (cachedPage !== undefined) return cachedPage
    const picked = pickReleases(evaluator, releases.find, { visitor, avoid, override })
    if (picked === undefined) throw new Error('No release of the host can be served')
    const { revision } = evaluator.document
    const page = {
      ...releases.documents(picked.host),
      ...makePage(picked, { revision, flags: evaluator.features(visitor) }),
      armReleases: armReleasesIn(picked, evaluator, { visitor, avoid }),
    }
    // A page that was made while releases are still being read lacks those that arrive a moment
    // later.
    if (!isVisitorSpecific && isRead()) pages.set(key, page)
    return page
  }
}

const maxPages = 500
const retryMs = 1_000
/** A slower store is not waited for: earlier releases are served instead. */
const maxReadMs = 1_000

type ServedDocument = ReturnType<typeof serveDocument>

/** Reads the releases of a document once; failed ones are retried later, not at every request. */
function serveDocument(
  evaluator: Evaluator,
  releases: Pick<Releases, 'prepare'>,
  { isFirst }: { isFirst: boolean },
) {
  // One page for all visitors whom the document treats alike, unless a cookie or ticket asks for
  // others.
  const pages = new LRUCache<string, Page>({ max: maxPages })
  let retryAt = Infinity
  let isReading = false

  async function read(): Promise<void> {
    retryAt = Infinity
    isReading = true
    const isComplete = await releases.prepare(versionsIn(evaluator))
    isReading = false
    // These pages were made without what has just been read.
    pages.clear()
    if (!isComplete) retryAt = performance.now() + retryMs
  }

  const done = read()
  return {
    evaluator,
    pages,
    isRead: () => !isReading,
    // The first document has to be waited for. A later one is used at once with what has been read
    // of it, so that revocations take effect at once.
    ready: isFirst ? done : Promise.race([done, setTimeout(maxReadMs)]),
    /** A retry is not waited for: the store may hang. */
    retry: () => {
      if (performance.now() > retryAt) void read()
    },
  }
}

/** Every release that the document may give to somebody. */
function versionsIn({ apps }: Evaluator): [app: string, version: string][] {
  return apps.flatMap(({ app, candidate, lineage }) =>
    [...new Set(candidate === null ? lineage : [candidate, ...lineage])].map(
      (version): [string, string] => [app, version],
    ),
  )
}

function makePage(
  { host, remotes, revoked }: Picked,
  { revision, flags }: Pick<ReleaseSet, 'revision' | 'flags'>,
): Omit<Page, keyof HostDocuments | 'armReleases'> {
  const policies = remotes.flatMap(({ release, fallbacks }) =>
    [release, ...fallbacks].flatMap((each) => policiesOf(each)),
  )
  const versions = remotes.map(({ release, fallbacks }) =>
    [`${release.app}@${release.version}`, ...fallbacks.map(({ version }) => version)].join('<'),
  )
  return {
    hostPaths: host.paths,
    widgetsAt: host.widgetsAt,
    trustedTypes: [...new Set([...host.trustedTypes, ...policies])],
    set: {
      id: setId([`host@${host.version}`, ...versions]),
      revision,
      host: { version: host.version },
      remotes: remotes
        .map((remote) => toRemoteRelease(remote))
        .toSorted((a, b) => a.order - b.order),
      revoked,
      flags,
    },
  }
}

function armReleasesIn(
  { host, remotes }: Picked,
  evaluator: Evaluator,
  { visitor, avoid }: Pick<PickRequest, 'visitor' | 'avoid'>,
): ArmRelease[] {
  return [host, ...remotes.map(({ release }) => release)].flatMap(({ app, version }) => {
    const decision = evaluator.decide(app, visitor)
    const name = `${app}@${version}`
    // One that failed in this browser may be given again, for want of another.
    const isPicked = decision?.version === version && !avoid.has(name) && tokenPattern.test(name)
    return isPicked ? [{ app, version, arm: decision.arm }] : []
  })
}

/** What a document can name without escaping it. */
const tokenPattern = /^[\w-]+@[\w.+-]+$/

function toRemoteRelease({ release, fallbacks }: PickedRemote): RemoteRelease {
  const { app, name, place } = release
  return {
    app,
    name,
    ...place,
    ...toReleaseAssets(release),
    fallbacks: fallbacks.map((fallback) => withoutHints(toReleaseAssets(fallback))),
  }
}

/** Fallbacks are not preloaded, and their entry contains the hashes of all their code. */
const withoutHints = (release: ReturnType<typeof toReleaseAssets>) => ({
  ...release,
  preload: [],
  pages: [],
  ...(release.widget !== undefined && { widget: [] }),
})

function toReleaseAssets(release: RemoteReleaseFile) {
  const { app, version, globalName, entry, preload, pages, widget, files } = release
  const asset = (file: string): ReleaseAsset => ({
    url: `${releasePath(app, version)}${file}`,
    as: file.endsWith('.css') ? 'style' : 'script',
    integrity: files[file],
  })
  const assets = (names: string[]) => names.map((file) => asset(file))
  return {
    version,
    globalName,
    entry: asset(entry),
    preload: assets(preload),
    pages: pages.map((page) => ({ path: page.path, preload: assets(page.preload) })),
    ...(widget !== undefined && { widget: assets(widget) }),
  }
}

/** An id of a release set from its versions, equal for equal sets on all edges. */
export const setId = (versions: string[]): string =>
  createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 12)
