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

/** The two parts of a document, between which the nonce stands. */
type Template = [before: Uint8Array, after: Uint8Array]

const encoder = new TextEncoder()
const templates = new WeakMap<Page, Map<string, Template>>()

/** The host's document with the release set, the settings, and hints for what this path will load. */
export function renderPage(page: Page, request: PageRequest): Uint8Array<ArrayBuffer> {
  const { path, isSignedIn, nonce } = request
  const remote = isSignedIn ? remoteAt(page.set.remotes, path) : undefined
  const assets = remote === undefined ? [] : assetsAt(remote, path)
  // Documents of one page differ by their hints and the nonce alone.
  const known = templates.get(page) ?? new Map<string, Template>()
  templates.set(page, known)
  const key = assets.map(({ url }) => url).join(' ')
  const template = known.get(key) ?? makeTemplate(page, assets, request)
  known.set(key, template)
  const [before, after] = template
  // Bytes, as encoding a text of this length costs more than all the rest.
  return Buffer.concat([before, encoder.encode(nonce), after])
}

function makeTemplate(
  { document, set }: Page,
  assets: ReleaseAsset[],
  { boot, config }: PageRequest,
): Template {
  const head = [
    jsonBlock(releaseSetElementId, set),
    jsonBlock(pageConfigElementId, config),
    // Before any code of a release: it has to see that code fail.
    `<script src="${boot.url}" integrity="${boot.integrity}" crossorigin="anonymous"></script>`,
    ...assets.map((asset) => preloadLink(asset)),
    // Toasts write their styles into this element; without a nonce the CSP refuses them, and
    // without the space there is no text node to write to.
    '<style id="_goober" nonce="',
  ].join('\n')
  const [start = '', rest = ''] = document.split(/(?<=<head>)/)
  return [encoder.encode(`${start}\n${head}`), encoder.encode(`"> </style>\n${rest}`)]
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
