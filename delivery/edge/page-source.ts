import { createHash } from 'node:crypto'

import type { Flags } from '@errand/contract/flags'
import type { ReleaseAsset, ReleaseSet, RemoteRelease } from '@errand/contract/release'
import { LRUCache } from 'lru-cache'

import { fileUrl, type Releases } from '../releases/open-releases.ts'
import type { HostRelease, RemoteReleaseFile } from '../releases/release.ts'
import type { Evaluator } from '../rollouts/evaluator.ts'
import { pickReleases, type PickRequest, type Picked, type PickedRemote } from '../rollouts/pick.ts'
import type { RolloutSource } from '../rollouts/rollout-source.ts'
import { createPrepare } from './prepare-releases.ts'

/** What one document is made of. */
export interface Page {
  /** The host's document, without what the edge adds. */
  document: string
  /** Documents of their own for pages that the host's build has drawn, by path. */
  drawn?: Record<string, string>
  set: ReleaseSet
  /** The paths of the host's own pages. */
  hostPaths: string[]
  /** The one of them that shows the widgets of remotes. */
  widgetsAt?: string | undefined
  /** The Trusted Types policies that the code of the set makes. */
  trustedTypes: string[]
}

/** Gives the page of this moment for one visitor: the same object as long as it is the same page. */
export type PageSource = (request: PickRequest) => Promise<Page>

const cachedPages = 500

/** Pages of published releases, by the rollout document. */
export function publishedPages(source: RolloutSource, releases: Releases): PageSource {
  // Few sets are live at a time, and many visitors share each.
  const pagesBy = new WeakMap<Evaluator, LRUCache<string, Page>>()
  const prepare = createPrepare(releases)

  return async (request) => {
    const evaluator = source.evaluator()
    if (evaluator === undefined) throw new Error('There is no rollout document yet')
    await prepare(evaluator)
    const overridden = Object.entries(request.override)
    if (overridden.length > 0) await releases.prepare(overridden)
    const picked = pickReleases(evaluator, releases.find, request)
    if (picked === undefined) throw new Error('No release of the host can be served')
    const { revision } = evaluator.document
    const flags = evaluator.features(request.visitor)
    // By document, not by revision: one that was restored says something else under the same.
    const pages = pagesBy.get(evaluator) ?? new LRUCache<string, Page>({ max: cachedPages })
    pagesBy.set(evaluator, pages)
    const key = `${versionsOf(picked).join(' ')} ${JSON.stringify(flags)}`
    const known = pages.get(key)
    if (known !== undefined) return known
    const page = await makePage({ picked, revision, flags }, releases)
    pages.set(key, page)
    return page
  }
}

interface Chosen {
  picked: Picked
  revision: number
  flags: Flags
}

async function makePage({ picked, revision, flags }: Chosen, releases: Releases): Promise<Page> {
  const { host, remotes, revoked } = picked
  const policies = remotes.flatMap(({ release, fallbacks }) =>
    [release, ...fallbacks].flatMap(({ trustedTypes }) => trustedTypes),
  )
  return {
    document: await releases.document(host),
    drawn: await drawnPages(host, releases),
    hostPaths: host.paths,
    widgetsAt: host.widgetsAt,
    trustedTypes: [...new Set([...host.trustedTypes, ...policies])],
    set: {
      id: setId(versionsOf(picked)),
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

async function drawnPages(host: HostRelease, releases: Releases): Promise<Record<string, string>> {
  const named = Object.entries(host.documents ?? {})
  const read = named.map(async ([path, name]) => [path, await releases.document(host, name)])
  return Object.fromEntries(await Promise.all(read))
}

const versionsOf = ({ host, remotes }: Picked): string[] => [
  `host@${host.version}`,
  ...remotes.map(({ release, fallbacks }) =>
    [`${release.app}@${release.version}`, ...fallbacks.map(({ version }) => version)].join('<'),
  ),
]

function toRemoteRelease({ release, fallbacks }: PickedRemote): RemoteRelease {
  const { app, name, place } = release
  return {
    app,
    name,
    ...place,
    ...loadedFrom(release),
    fallbacks: fallbacks.map((fallback) => withoutHints(loadedFrom(fallback))),
  }
}

/** Nothing of a fallback is fetched ahead, and its entry brings the hashes of all its code. */
const withoutHints = (release: ReturnType<typeof loadedFrom>) => ({
  ...release,
  preload: [],
  pages: [],
  ...(release.widget !== undefined && { widget: [] }),
})

function loadedFrom(release: RemoteReleaseFile) {
  const { version, globalName, entry, preload, pages, widget, files } = release
  const asset = (file: string): ReleaseAsset => ({
    url: fileUrl(release, file),
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
