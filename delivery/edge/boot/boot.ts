import type { PageLanguage } from '@errand/contract/language'
import type { ReleaseStatus } from '@errand/contract/release'
import { avoidReleases, isInTab, readStarts, writeStarts } from '@errand/contract/release-memory'
import { nextState, type ReleaseState } from '@errand/contract/release-state'

import type { FailureKind } from '../../rollouts/exposure.ts'

// Detects that the host fails to start, requests another release, and reloads once. Tells the edge
// of each release that this page was given whether it came up.

const set = document.getElementById('errand-release-set')?.textContent ?? ''
const version = /"host":{"version":"([^"]+)/.exec(set)?.[1]
const host = `host@${version}`
// Without a token, as in a preview, nothing is reported.
const { token = '', given = '' } =
  document.querySelector<HTMLElement>('[data-token]')?.dataset ?? {}

const states: Record<string, ReleaseState> = { host: 'start', [given]: 'start' }
const startedAt: Record<string, number> = {}
const lost: Record<string, FailureKind> = {}
const thrown: Record<string, object> = {}
// Until the host is ready, or left.
const starting = new AbortController()

type Report = Pick<ReleaseStatus, 'app' | 'status'> & {
  [Detail in 'kind' | 'isReplaced' | 'cause']?: ReleaseStatus[Detail] | undefined
}
type Failing = Partial<ErrorEvent & PromiseRejectionEvent>

applyLook()
watchReleases()
watchHost()
countStart()
for (const app in states) endLater(app)
// Opened in the background: however long its document took, nobody waited for it.
if (document.hidden) leaveAll(Infinity)

/** Whatever the browser refuses, the page goes on; a preview stores nothing. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return /"override":{/.test(set) ? undefined : use()
  } catch {
    return undefined
  }
}

/** As the last visit had it, before the first paint; the edge knows the language. */
function applyLook(): void {
  attempt(() => {
    const look: Record<string, string> = JSON.parse(localStorage.getItem('errand:look') ?? '{}')
    for (const name in look)
      if (name.startsWith('data-')) document.documentElement.setAttribute(name, look[name] ?? '')
  })
}

/** As long as the page is open, of all its releases. */
function watchReleases(): void {
  addEventListener('error', noteFailure, true)
  addEventListener('unhandledrejection', noteFailure)
  // An error boundary hides it from `error`.
  addEventListener('errand:caught', (event) =>
    noteFailure({ reason: (event as CustomEvent).detail }),
  )
  addEventListener('errand:status', (event) => report((event as CustomEvent).detail))
  // Browsers hold back pages that nobody looks at: what becomes of one says nothing.
  addEventListener('visibilitychange', () => document.hidden && leaveAll())
  addEventListener('pagehide', () => leaveAll())
}

function isGiven(name: string): boolean {
  return token.includes(`~${name}@`)
}

function since(app: string): number {
  return performance.now() - (startedAt[app] ?? 0)
}

function report({ app, status, kind, isReplaced, cause }: Report): void {
  attempt(() => {
    if (!isGiven(app) || !nextState(states[app], status)) return
    if (status === 'start') {
      if (document.hidden) return
      startedAt[app] = performance.now()
      endLater(app)
    }
    states[app] = status
    noteError(cause as Error)
    const how = { kind: (kind === 'import' && lost[app]) || kind, isReplaced, error: thrown[app] }
    const body = { token, app, status, ms: since(app), ...(status === 'failed' && how) }
    navigator.sendBeacon('/signal', JSON.stringify(body))
    // It came up in spite of what it threw before, which counts as if it had been thrown now.
    if (status === 'ready' && thrown[app]) report({ app, status: 'failed' })
  })
}

/** Ends what is not ready: its visitor left, unless something kept it from being ready. */
function end(app: string, slow?: 'timeout' | 'waiting'): void {
  // After more than a minute the machine slept or the page hung: nobody can tell which.
  if (states[app] !== 'start' || (slow && since(app) > 70_000)) return
  // Nobody waits for what takes the place of code that is lost.
  const kind = lost[app] || thrown[app] ? 'import' : slow
  report({ app, status: kind ? 'failed' : 'left', kind })
}

/** After a minute a release counts as silent: that is left to pages that hang. */
function endLater(app: string): void {
  const late = () => end(app, document.readyState === 'loading' ? 'timeout' : 'waiting')
  setTimeout(late, 59_000 - since(app))
}

function leaveAll(patienceMs = 10_000): void {
  for (const app in states) end(app, since(app) < patienceMs ? undefined : 'timeout')
}

/** Notes the first error of a release; the host's libraries appear in the stacks of others as well. */
function noteError(cause?: Error): string {
  const frames = [
    ...`${cause?.stack}`
      .slice(0, 4000)
      .matchAll(/\/r\/([^/\s]+)\/([^/\s]+)\/([^\s?:]+)\S*?:(\d+):(\d+)/g),
  ].filter(([, app, of]) => isGiven(`${app}@${of}`))
  const [, app = '', , file, line, column] =
    frames.find(([, of]) => of !== 'host') ?? frames[0] ?? []
  const message = `${cause?.message}`.slice(0, 200).replace(/\S*(@|:\/\/)\S*|\d+/g, '#')
  if (app) thrown[app] ??= { message, file, line: Number(line), column: Number(column) }
  return app
}

function noteFailure({ target, error, reason }: Failing): void {
  const file = fileOf(target) ?? ''
  const [, app, of] = /\/r\/([^/]+)\/([^/]+)/.exec(file) ?? []
  const [entry] = performance.getEntriesByName(file) as PerformanceResourceTiming[]
  // It arrived, but has other bytes.
  if (app && isGiven(`${app}@${of}`))
    lost[app] = entry?.responseStatus === 200 ? 'integrity' : 'chunk'
  const failed = attempt(() => noteError(error ?? reason)) ?? ''
  if (states[failed] === 'ready') report({ app: failed, status: 'failed' })
}

function fileOf(target: unknown): string | undefined {
  const element = target as (HTMLScriptElement & HTMLLinkElement) | undefined
  return element?.matches?.('script,[rel=stylesheet]') ? element.src || element.href : undefined
}

/** Until it is ready, of the host alone. */
function watchHost(): void {
  const options = { capture: true, signal: starting.signal }
  addEventListener('error', onError, options)
  addEventListener('unhandledrejection', onError, options)
  addEventListener('errand:ready', onReady, options)
  // At any time later: no page of the host works any more.
  addEventListener(
    'errand:failed',
    (event) => fail('render', leave(), (event as CustomEvent).detail),
    { once: true },
  )
  // Files that neither arrive nor fail: shown at once, because the next document may not arrive
  // either.
  const late = setTimeout(() => {
    fail('timeout', leave())
    showError()
  }, 120_000)
  addEventListener('DOMContentLoaded', () => clearTimeout(late))
}

function onError({ target, filename, error, reason }: Failing): void {
  // A rejection belongs to the first file of its stack: the host's libraries appear in the stacks
  // of others as well.
  const [begin] = /\/r\/.+?\/.+?\//.exec(reason?.stack) ?? ['']
  const file = filename ?? fileOf(target) ?? begin
  if (!file.includes(`/r/host/${version}/`)) return
  const isReplaced = leave()
  // The page may still start in spite of that rejection.
  if (isReplaced || !reason) fail('import', isReplaced, error ?? reason)
  if (isReplaced || reason) return
  if (document.body) showError()
  else addEventListener('DOMContentLoaded', showError)
}

function onReady(): void {
  starting.abort()
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // After a reload it has to stay for a while: it may reload its page for ever. A person who
  // reloads again and again is seldom that quick.
  if (navigation?.type === 'reload') setTimeout(count, 1000, 0)
  else count(0)
  setTimeout(checkPage, 3000)
  report({ app: 'host', status: 'ready' })
}

/** Of the host's own pages alone: it watches those of remotes. */
function checkPage(): void {
  const page = document.querySelector<HTMLElement>('main') ?? document.body
  const isOwn = !given && Object.keys(states).length < 3
  const isWaiting = document.querySelector('[aria-busy=true]')
  if (isOwn && !isWaiting && page.innerText === '') fail('blank', leave())
}

function fail(kind: ReleaseStatus['kind'], isReplaced: boolean, cause?: unknown): void {
  report({ app: 'host', status: 'failed', kind, isReplaced, cause })
}

/** Reloads into a document with another host, once in a tab; otherwise returns false. */
function leave(): boolean {
  const isFirst = attempt(() => {
    avoidReleases([host])
    const left = sessionStorage.getItem(host)
    // Reads the cookies: Chrome stores one in the background, and the reload would go without it.
    sessionStorage.setItem(host, `${document.cookie.length}`)
    return !left
  })
  if (!isFirst) return false
  starting.abort()
  location.reload()
  return true
}

function count(starts: number): void {
  attempt(() => writeStarts(host, starts))
}

function countStart(): void {
  const failed = attempt(() => readStarts()[host]) ?? 0
  count(failed + 1)
  // Loads but never shows; without another release it keeps trying.
  if (failed > 2 && leave()) fail('safe-mode', true)
  // Nothing could be stored for the edge, which would give it for ever: it runs when somebody asks.
  else if (failed > 5 && isInTab()) {
    window.stop()
    showError()
    count(0)
    fail('safe-mode', false)
  }
}

/** The error page of the host, whose texts are not available without the host. */
function showError(): void {
  const texts: Record<PageLanguage, [string, string, string]> = {
    en: [
      'Oops! Something went wrong',
      'We encountered an unexpected error. Please try refreshing the page.',
      'Refresh Page',
    ],
    hi: ['ओह! कुछ गड़बड़ हो गई', 'एक अनपेक्षित त्रुटि हुई। कृपया पेज को रीफ़्रेश करके देखें।', 'पेज रीफ़्रेश करें'],
    ar: ['عذرًا! حدث خطأ ما', 'واجهنا خطأ غير متوقع. حاول تحديث الصفحة من فضلك.', 'تحديث الصفحة'],
  }
  const { lang } = document.documentElement
  const [title, text, refresh] = texts[lang.slice(0, 2) as PageLanguage] ?? texts.en
  const main = document.createElement('main')
  const add = (tag: string, words: string) => {
    const element = document.createElement(tag)
    element.textContent = words
    main.append(element)
    return element
  }
  add('h1', title)
  add('p', text)
  add('button', refresh).addEventListener('click', () => location.reload())
  main.setAttribute('role', 'alert')
  main.style.cssText = 'margin:20vh auto;padding:16px;max-width:30em;text-align:center'
  const body = document.body ?? document.createElement('body')
  body.replaceChildren(main)
  // It has none yet if the page was stopped this early.
  document.body = body
}
