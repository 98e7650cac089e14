import { createHash } from 'node:crypto'

import { pageLanguageOf } from '@errand/contract/page-language'
import { isBelow } from '@errand/contract/paths'
import {
  originPlaceholder,
  pageConfigElementId,
  releaseSetElementId,
  type PageConfig,
  type ReleaseAsset,
  type ReleaseSet,
  type RemoteRelease,
} from '@errand/contract/release'

import { readBrowserScript } from './browser-script.ts'
import { withLocale } from './locale.ts'
import type { Page } from './pages.ts'
import type { PageSignal } from './signals/signals.ts'

/** The script that runs before any release's code and watches whether the host starts. */
export const bootScript = readBootScript()

/** Its URL changes with its content. */
function readBootScript() {
  const source = readBrowserScript('boot/boot.ts')
  const hash = createHash('sha384').update(source).digest()
  return {
    url: `/boot-${hash.toString('hex').slice(0, 12)}.js`,
    integrity: `sha384-${hash.toString('base64')}`,
    source,
  }
}

interface PageRequest {
  place: PageTarget
  isSignedIn: boolean
  config: PageConfig
  locale: string
  nonce: string
  /** What the page needs to say how its releases do; nothing where that does not count. */
  signal: PageSignal | undefined
}

/**
 * The target of a path: a remote and one of its pages, or a page of the host with widgets of
 * remotes.
 */
interface PageTarget {
  remote: RemoteRelease | undefined
  shown: RemoteRelease['pages'][number] | undefined
  widgets: RemoteRelease[]
}

/** The target of a path in a page. */
export function findTarget({ set, widgetsAt }: Page, path: string): PageTarget {
  const remote = set.remotes.find(({ mount }) => isBelow(mount, path))
  if (remote === undefined)
    return { remote, shown: undefined, widgets: path === widgetsAt ? set.remotes : [] }
  const below = path.slice(remote.mount.length)
  const shown = remote.pages.find((candidate) => isPage(candidate.path, below))
  return { remote, shown, widgets: [] }
}

/** Whether a remote has this page; without a session the guard leads to the login first. */
export function isPageOfRemote({ remote, shown }: PageTarget, isSignedIn: boolean): boolean {
  if (remote === undefined) return false
  // A development server does not list its pages.
  return !isSignedIn || shown !== undefined || remote.pages.length === 0
}

/** Whether a path below a remote's mount matches the pattern of a page, such as `:id/edit`. */
function isPage(pattern: string, path: string): boolean {
  const parts = pattern.split('/').filter((part) => part !== '')
  const segments = path.split('/').slice(1)
  const end = parts.indexOf('*')
  if (end === -1 && parts.length !== segments.length) return false
  return parts
    .slice(0, end === -1 ? parts.length : end)
    .every((part, index) => isPart(part, segments[index]))
}

const isPart = (pattern: string, given: string | undefined): boolean =>
  given !== undefined &&
  given !== '' &&
  (pattern.startsWith(':') || pattern.toLowerCase() === given.toLowerCase())

/** The host's document with the release set, the settings, and preloads for this path. */
export function renderPage(
  { document, set }: Page,
  { place, config, isSignedIn, locale, nonce, signal }: PageRequest,
): string {
  // Without a session the guard redirects before a remote is loaded.
  const assets = isSignedIn ? assetsFor(place) : []
  const head = [
    releaseSetBlock(set, place),
    jsonBlock(pageConfigElementId, config),
    // Before any code of a release, because it has to detect that code fail.
    `<script src="${bootScript.url}" integrity="${bootScript.integrity}" crossorigin="anonymous"${signalAttributes(signal)}></script>`,
    ...assets.map((asset) => preloadLink(asset)),
    // The toast library writes its styles into this element; without a nonce the CSP refuses them,
    // and without the space there is no text node to write to.
    `<style id="_goober" nonce="${nonce}"> </style>`,
  ].join('\n')
  return withLocale(document, locale).replace('<head>', () => `<head>\n${head}\n`)
}

/**
 * The document of a page that needs no script, with the addresses that search engines want whole;
 * undefined if the path has none.
 */
export function renderScriptlessPage(
  { scriptless }: Page,
  { path, locale, origin }: { path: string; locale: string; origin: string },
): string | undefined {
  const document = scriptless[path]?.[pageLanguageOf(locale)]
  return document && withLocale(document, locale).replaceAll(originPlaceholder, () => origin)
}

// Many visitors are given one set, and writing it takes longer than all else of a document.
const setBlocks = new WeakMap<ReleaseSet, Map<string | undefined, string>>()

/** The set as the document of a page has it, written once for each remote. */
function releaseSetBlock(set: ReleaseSet, target: PageTarget): string {
  const blocks = setBlocks.get(set) ?? new Map<string | undefined, string>()
  setBlocks.set(set, blocks)
  const app = target.remote?.app
  const block = blocks.get(app) ?? jsonBlock(releaseSetElementId, withoutOtherPages(set, target))
  blocks.set(app, block)
  return block
}

/**
 * The set with page files for the remote of this path only, so that a document hardly grows with
 * the number of remotes. Page files are mere hints: a remote's entry, whose hash is in every set,
 * contains the hashes of all its code.
 */
function withoutOtherPages(set: ReleaseSet, { remote }: PageTarget): ReleaseSet {
  const remotes = set.remotes.map((each) => ({
    ...each,
    ...(each !== remote && { pages: [] }),
  }))
  return { ...set, remotes }
}

/** Everything that a page loads, in one hop with the host's own code. */
function assetsFor({ remote, shown, widgets }: PageTarget): ReleaseAsset[] {
  const assets = [
    ...(remote === undefined ? [] : [remote.entry, ...remote.preload, ...(shown?.preload ?? [])]),
    ...widgets.flatMap(({ entry, widget }) => (widget === undefined ? [] : [entry, ...widget])),
  ]
  return [...new Map(assets.map((asset) => [asset.url, asset])).values()]
}

const signalAttributes = (signal: PageSignal | undefined): string =>
  signal === undefined ? '' : ` data-token="${signal.token}" data-given="${signal.remote ?? ''}"`

/** The same attributes as the later request: any difference makes the browser fetch twice. */
function preloadLink({ url, as, integrity }: ReleaseAsset): string {
  const check = integrity === undefined ? '' : ` integrity="${integrity}"`
  return `<link rel="preload" as="${as}" href="${url}"${check} crossorigin="anonymous">`
}

function jsonBlock(id: string, value: unknown): string {
  // `<` never appears, so that no text can end the element.
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${id}">${json}</script>`
}
