import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import type { ReleaseAsset, ReleaseSet, RemoteRelease } from '@errand/contract/release'
import { LRUCache } from 'lru-cache'

import type { HostDocuments, Releases } from '../releases/open-releases.ts'
import { releasePath, type RemoteReleaseFile } from '../releases/release.ts'
import type { Evaluator, RolloutSource } from '../rollouts/evaluator.ts'
import { pickReleases, type PickRequest, type Picked, type PickedRemote } from '../rollouts/pick.ts'

/** What one document is made of; what the host brings is without what the edge adds. */
export interface Page extends HostDocuments {
  set: ReleaseSet
  /** The paths of the host's own pages. */
  hostPaths: string[]
  /** The one of them that shows the widgets of remotes. */
  widgetsAt?: string | undefined
  /** The Trusted Types policies that the code of the set makes. */
  trustedTypes: string[]
}

/** Gives the page of this moment for one visitor. */
export type PageSource = (request: PickRequest) => Promise<Page>

/** Pages of published releases, by the rollout document. */
export function publishedPages(source: RolloutSource, releases: Releases): PageSource {
  let served: ServedDocument | undefined

  return async ({ visitor, avoid, override }) => {
    const evaluator = source.evaluator()
    if (evaluator === undefined) throw new Error('There is no rollout document yet')
    // By document, not by revision: one that was restored says something else under the same.
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
    }
    // One that was made while releases are still read lacks what comes a moment later.
    if (!isVisitorSpecific && isRead()) pages.set(key, page)
    return page
  }
}

const maxPages = 500
const retryMs = 1_000
/** A store that takes longer is not waited for: earlier releases are served instead. */
const maxReadMs = 1_000

type ServedDocument = ReturnType<typeof serveDocument>

/** Reads what a document names once; what could not be read is tried again, not at every request. */
function serveDocument(
  evaluator: Evaluator,
  releases: Pick<Releases, 'prepare'>,
  { isFirst }: { isFirst: boolean },
) {
  // One for all visitors whom the document treats alike; not for what a cookie or a ticket asks for.
  const pages = new LRUCache<string, Page>({ max: maxPages })
  let retryAt = Infinity
  let isReading = false

  async function read(): Promise<void> {
    retryAt = Infinity
    isReading = true
    const isComplete = await releases.prepare(versionsIn(evaluator))
    isReading = false
    // They were made without what has just been read.
    pages.clear()
    if (!isComplete) retryAt = performance.now() + retryMs
  }

  const done = read()
  return {
    evaluator,
    pages,
    isRead: () => !isReading,
    // At first there is nothing to serve instead. Later it is the new document with what was read
    // of it, not the old one: what it revokes is revoked at once.
    ready: isFirst ? done : Promise.race([done, setTimeout(maxReadMs)]),
    /** Nobody waits for another try: the store may be the one that hangs. */
    retry: () => {
      if (performance.now() > retryAt) void read()
    },
  }
}

/** Every release that the document may give somebody. */
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
): Omit<Page, keyof HostDocuments> {
  const policies = remotes.flatMap(({ release, fallbacks }) =>
    [release, ...fallbacks].flatMap(({ trustedTypes }) => trustedTypes),
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

/** Nothing of a fallback is fetched ahead, and its entry brings the hashes of all its code. */
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

/** Names a set by its versions, so that equal sets have equal ids everywhere. */
export const setId = (versions: string[]): string =>
  createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 12)
