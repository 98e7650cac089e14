import { createHash } from 'node:crypto'

import type { ReleaseAsset, ReleaseSet, RemoteRelease } from '@errand/contract/release'

import { fileUrl, type Releases } from '../releases/open-releases.ts'
import type { RemoteReleaseFile } from '../releases/release.ts'

/** What one document is made of. */
export interface Page {
  /** The host's document, without what the edge adds. */
  document: string
  set: ReleaseSet
  /** The paths of the host's own pages. */
  hostPaths: string[]
}

/** Gives the page of this moment. */
export type PageSource = () => Promise<Page>

/** Pages of published releases. */
export function publishedPages(releases: Releases): PageSource {
  return async () => {
    const { host, remotes } = await releases.current()
    const set = {
      revision: 0,
      host: { version: host.version },
      remotes: remotes.map(toRemoteRelease).toSorted((a, b) => a.order - b.order),
      flags: {},
    }
    return {
      document: await releases.document(host),
      set: { id: setId(set), ...set },
      hostPaths: host.paths,
    }
  }
}

function toRemoteRelease(release: RemoteReleaseFile): RemoteRelease {
  const { app, name, version, globalName, place } = release
  const asset = (file: string): ReleaseAsset => ({
    url: fileUrl(release, file),
    as: file.endsWith('.css') ? 'style' : 'script',
    integrity: release.files[file],
  })
  return {
    app,
    name,
    version,
    globalName,
    ...place,
    entry: asset(release.entry),
    preload: release.preload.map((file) => asset(file)),
    pages: release.pages.map(({ path, preload }) => ({
      path,
      preload: preload.map((file) => asset(file)),
    })),
  }
}

/** Names a set by its versions, so that equal sets have equal ids everywhere. */
export function setId(set: Omit<ReleaseSet, 'id'>): string {
  const versions = [set.host.version, ...set.remotes.map(({ app, version }) => `${app}@${version}`)]
  return createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 12)
}
