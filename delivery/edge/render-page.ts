import { isBelow } from '@errand/contract/paths'
import {
  pageConfigElementId,
  releaseSetElementId,
  type PageConfig,
  type ReleaseAsset,
  type RemoteRelease,
} from '@errand/contract/release'

import type { BootScript } from './boot-script.ts'
import { isPage } from './page-path.ts'
import type { Page } from './page-source.ts'

interface PageRequest {
  path: string
  isSignedIn: boolean
  nonce: string
  config: PageConfig
  boot: Pick<BootScript, 'url' | 'integrity'>
}

/** The remote whose pages live at this path. */
export const remoteAt = (remotes: RemoteRelease[], path: string): RemoteRelease | undefined =>
  remotes.find(({ mount }) => isBelow(mount, path))

/** The host's document with the release set, the settings, and hints for what this path will load. */
export function renderPage({ document, set }: Page, request: PageRequest): string {
  const { path, isSignedIn, nonce, config, boot } = request
  const remote = isSignedIn ? remoteAt(set.remotes, path) : undefined
  const assets = remote === undefined ? [] : assetsAt(remote, path)
  const head = [
    jsonBlock(releaseSetElementId, set),
    jsonBlock(pageConfigElementId, config),
    // Before any code of a release: it has to see that code fail.
    `<script src="${boot.url}" integrity="${boot.integrity}" crossorigin="anonymous"></script>`,
    ...assets.map((asset) => preloadLink(asset)),
    // Toasts write their styles into this element; without a nonce the CSP refuses them, and
    // without the space there is no text node to write to.
    `<style id="_goober" nonce="${nonce}"> </style>`,
  ]
  return document.replace(/<head>/, (tag) => `${tag}\n${head.join('\n')}`)
}

/** Everything that the page of this path will load, in one hop with the host's own code. */
function assetsAt({ mount, entry, preload, pages }: RemoteRelease, path: string): ReleaseAsset[] {
  const page = pages.find((candidate) => isPage(candidate.path, path.slice(mount.length)))
  const assets = [entry, ...preload, ...(page?.preload ?? [])]
  return [...new Map(assets.map((asset) => [asset.url, asset])).values()]
}

/** Attributes as the later request has them: any difference makes the browser fetch twice. */
function preloadLink({ url, as, integrity }: ReleaseAsset): string {
  const check = integrity === undefined ? '' : ` integrity="${integrity}" crossorigin="anonymous"`
  return `<link rel="preload" as="${as}" href="${url}"${check}>`
}

function jsonBlock(id: string, value: unknown): string {
  // `<` never appears, so that no text can end the element.
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${id}">${json}</script>`
}
