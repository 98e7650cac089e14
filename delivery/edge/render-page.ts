import { isBelow } from '@errand/contract/paths'
import {
  pageConfigElementId,
  releaseSetElementId,
  type PageConfig,
  type ReleaseAsset,
  type ReleaseSet,
  type RemoteRelease,
} from '@errand/contract/release'
import { LRUCache } from 'lru-cache'

import type { BootScript } from './boot-script.ts'
import { createTemplate, type DocumentTemplate } from './document-template.ts'
import type { Page } from './page-source.ts'

interface PageRequest {
  path: string
  place: Place
  isSignedIn: boolean
  config: PageConfig
  boot: Pick<BootScript, 'url' | 'integrity'>
}

/** What is at a path: a remote and one of its pages, or a page of the host with widgets of remotes. */
interface Place {
  remote: RemoteRelease | undefined
  shown: RemoteRelease['pages'][number] | undefined
  widgets: RemoteRelease[]
}

/** The place of a path in a page. */
export function placeAt({ set, widgetsAt }: Page, path: string): Place {
  const remote = set.remotes.find(({ mount }) => isBelow(mount, path))
  if (remote === undefined)
    return { remote, shown: undefined, widgets: path === widgetsAt ? set.remotes : [] }
  const below = path.slice(remote.mount.length)
  const shown = remote.pages.find((candidate) => isPage(candidate.path, below))
  return { remote, shown, widgets: [] }
}

/** Whether a path below a remote's mount is the page that the router writes as `:id/edit`. */
function isPage(pattern: string, path: string): boolean {
  const parts = pattern.split('/').filter((part) => part !== '')
  const given = path.split('/').filter((part) => part !== '')
  const end = parts.indexOf('*')
  if (end === -1 && parts.length !== given.length) return false
  return parts
    .slice(0, end === -1 ? parts.length : end)
    .every((part, index) => isPart(part, given[index]))
}

const isPart = (pattern: string, given: string | undefined): boolean =>
  given !== undefined && (pattern.startsWith(':') || pattern.toLowerCase() === given.toLowerCase())

const cachedBytes = 64 * 1024 * 1024
/** Of all pages together: places times pages are many, and few of them are asked for often. */
const templates = new LRUCache<string, DocumentTemplate>({
  maxSize: cachedBytes,
  sizeCalculation: ({ bytes }) => bytes,
})
const pageIds = new WeakMap<Page, number>()
let lastPageId = 0

/** The host's document with the release set, the settings, and hints for what this place will load. */
export function renderPage(page: Page, request: PageRequest): DocumentTemplate {
  // A preview is made for one request.
  if (page.set.override !== undefined) return makeTemplate(page, request)
  const { remote, shown, widgets } = request.place
  // Documents of one page differ by what they say of the place, and the nonce.
  const drawn = page.drawn?.[request.path] === undefined ? '' : request.path
  const key = `${idOf(page)} ${request.isSignedIn} ${remote?.app} ${shown?.path} ${widgets.length} ${drawn}`
  const known = templates.get(key)
  if (known !== undefined) return known
  const template = makeTemplate(page, request)
  templates.set(key, template)
  return template
}

function idOf(page: Page): number {
  const known = pageIds.get(page)
  if (known !== undefined) return known
  lastPageId += 1
  pageIds.set(page, lastPageId)
  return lastPageId
}

function makeTemplate(
  { document, drawn, set }: Page,
  { path, place, boot, config, isSignedIn }: PageRequest,
): DocumentTemplate {
  // Without a session the guard leads away from a remote before it is loaded.
  const assets = isSignedIn ? assetsOf(place) : []
  const head = [
    jsonBlock(releaseSetElementId, shortened(set, place)),
    jsonBlock(pageConfigElementId, config),
    // Before any code of a release: it has to see that code fail.
    `<script src="${boot.url}" integrity="${boot.integrity}" crossorigin="anonymous"></script>`,
    ...assets.map((asset) => preloadLink(asset)),
    // Toasts write their styles into this element; without a nonce the CSP refuses them, and
    // without the space there is no text node to write to.
    '<style id="_goober" nonce="',
  ].join('\n')
  const [start = '', rest = ''] = (drawn?.[path] ?? document).split(/(?<=<head>)/)
  return createTemplate(`${start}\n${head}`, `"> </style>\n${rest}`)
}

/**
 * The set with the files of pages for the remote of this path alone, so that a document hardly grows
 * with the number of remotes. Those files are hints: a remote's entry, whose hash is in every set,
 * brings the hashes of all its code.
 */
function shortened(set: ReleaseSet, { remote }: Place): ReleaseSet {
  const remotes = set.remotes.map((each) => ({
    ...each,
    ...(each !== remote && { pages: [] }),
  }))
  return { ...set, remotes }
}

/** Everything that a page will load, in one hop with the host's own code. */
function assetsOf({ remote, shown, widgets }: Place): ReleaseAsset[] {
  const assets = [
    ...(remote === undefined ? [] : [remote.entry, ...remote.preload, ...(shown?.preload ?? [])]),
    ...widgets.flatMap(({ entry, widget }) => (widget === undefined ? [] : [entry, ...widget])),
  ]
  return [...new Map(assets.map((asset) => [asset.url, asset])).values()]
}

/** Attributes as the later request has them: any difference makes the browser fetch twice. */
function preloadLink({ url, as, integrity }: ReleaseAsset): string {
  const check = integrity === undefined ? '' : ` integrity="${integrity}"`
  return `<link rel="preload" as="${as}" href="${url}"${check} crossorigin="anonymous">`
}

function jsonBlock(id: string, value: unknown): string {
  // `<` never appears, so that no text can end the element.
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${id}">${json}</script>`
}
