import { isBelow } from '@errand/contract/paths'
import {
  pageConfigElementId,
  releaseSetElementId,
  type PageConfig,
  type ReleaseAsset,
  type RemoteRelease,
} from '@errand/contract/release'

import type { Page } from './page-source.ts'

interface PageRequest {
  path: string
  isSignedIn: boolean
  nonce: string
  config: PageConfig
}

/** The remote whose pages live at this path. */
export const remoteAt = (remotes: RemoteRelease[], path: string): RemoteRelease | undefined =>
  remotes.find(({ mount }) => isBelow(mount, path))

/** The host's document with the release set, the settings, and hints for what this path will load. */
export function renderPage({ document, set }: Page, request: PageRequest): string {
  const { path, isSignedIn, nonce, config } = request
  const remote = isSignedIn ? remoteAt(set.remotes, path) : undefined
  const head = [
    ...(remote === undefined ? [] : [remote.entry, ...remote.preload].map(preloadLink)),
    jsonBlock(releaseSetElementId, set),
    jsonBlock(pageConfigElementId, config),
    // Toasts write their styles into this element; without a nonce the CSP refuses them, and
    // without the space there is no text node to write to.
    `<style id="_goober" nonce="${nonce}"> </style>`,
  ]
  return document.replace('</head>', () => `${head.join('\n')}\n</head>`)
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
