import type { PageLanguage } from '@errand/contract/language'
import type { ReleaseStatus } from '@errand/contract/release'

import type { FailureKind } from '../../rollouts/exposure.ts'

// Detects that the host fails to start, requests another release, and reloads once. Tells the edge
// of each release that this page was given whether it came up.
{
  const set = document.getElementById('errand-release-set')?.textContent ?? ''
  const version = /"host":{"version":"([^"]+)/.exec(set)?.[1]
  const release = `host@${version}`
  const key = 'errand:streaks'

  // Storage may be refused; a preview stores nothing.
  const attempt = <T>(use: () => T) => {
    try {
      return /"override":{/.test(set) ? undefined : use()
    } catch {
      return undefined
    }
  }
  // What the browser refuses to store stays in the name of the tab, which a reload keeps. Another
  // site may have named it, so it counts there alone.
  const stored = () => {
    try {
      return localStorage.getItem(key)
    } catch {
      return window.name.split(key)[1]
    }
  }
  const read = () => attempt(() => JSON.parse(stored() ?? '{}')) ?? {}
  const streak = read()[release] ?? 0
  const count = (starts: number) => {
    const kept = JSON.stringify({ ...read(), [release]: starts || undefined })
    attempt(() => {
      try {
        localStorage.setItem(key, kept)
        if (window.name.includes(key)) window.name = ''
      } catch {
        window.name = key + kept
      }
    })
  }

  // Without a token, as in a preview, nothing is reported.
  const { token = '', given = '' } =
    document.querySelector<HTMLElement>('[data-token]')?.dataset ?? {}
  const isGiven = (name: string) => token.includes(`~${name}@`)
  const received: Record<string, string> = { host: 'start', [given]: 'start' }
  const next: Record<string, string> = { '': 'start', start: 'ready failed left', ready: 'failed' }
  const startedAt: Record<string, number> = {}
  const lost: Record<string, FailureKind> = {}
  const thrown: Record<string, object> = {}

  // The host's libraries appear in the stacks of others as well.
  const explain = (cause?: Error) => {
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
  const since = (app: string) => performance.now() - (startedAt[app] ?? 0)
  // Whatever happens here, the page goes on.
  const report = ({ app, status, kind, isReplaced, cause }: ReleaseStatus) =>
    attempt(() => {
      if (!isGiven(app) || !next[received[app] ?? '']?.includes(status)) return
      if (status === 'start') {
        if (document.hidden) return
        startedAt[app] = performance.now()
        endLater(app)
      }
      received[app] = status
      explain(cause as Error)
      const failure = status === 'failed' && {
        kind: kind === 'import' ? (lost[app] ?? kind) : kind,
        isReplaced,
        error: thrown[app],
      }
      const body = { token, app, status, ms: since(app), ...failure }
      navigator.sendBeacon('/signal', JSON.stringify(body))
      // It came up in spite of what it threw before, which counts as if it had been thrown now.
      if (status === 'ready' && thrown[app]) report({ app, status: 'failed' })
    })
  // Of what is not ready: its visitor left, unless something kept it from being ready.
  const end = (app: string, slow?: 'timeout' | 'waiting') => {
    // After more than a minute the machine slept or the page hung: nobody can tell which.
    if (received[app] !== 'start' || (slow && since(app) > 70_000)) return
    // Nobody waits for what takes the place of code that is lost.
    const kind = lost[app] || thrown[app] ? 'import' : slow
    report({ app, status: kind ? 'failed' : 'left', kind: kind ?? 'import' })
  }
  // After a minute a release counts as silent: that is left to pages that hang.
  const endLater = (app: string) =>
    setTimeout(
      () => end(app, document.readyState === 'loading' ? 'timeout' : 'waiting'),
      59_000 - since(app),
    )
  const leaveAll = (patienceMs = 10_000) => {
    for (const app in received) end(app, since(app) < patienceMs ? undefined : 'timeout')
  }
  const fail = (kind: NonNullable<ReleaseStatus['kind']>, isReplaced: boolean, cause?: unknown) =>
    report({ app: 'host', status: 'failed', kind, isReplaced, cause })

  // The error page of the host, whose texts are not available without the host.
  const texts: Record<PageLanguage, [string, string, string]> = {
    en: [
      'Oops! Something went wrong',
      'We encountered an unexpected error. Please try refreshing the page.',
      'Refresh Page',
    ],
    hi: ['ओह! कुछ गड़बड़ हो गई', 'एक अनपेक्षित त्रुटि हुई। कृपया पेज को रीफ़्रेश करके देखें।', 'पेज रीफ़्रेश करें'],
    ar: ['عذرًا! حدث خطأ ما', 'واجهنا خطأ غير متوقع. حاول تحديث الصفحة من فضلك.', 'تحديث الصفحة'],
  }
  const showError = () => {
    const { lang } = document.documentElement
    const main = document.createElement('main')
    const [title, text, refresh] = texts[lang.slice(0, 2) as PageLanguage] ?? texts.en
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
  const leave = () => {
    const isFirst = attempt(() => {
      // Moved to the end each time: if no host is left, the next document gets the one that failed
      // longest ago.
      const isSecure = location.protocol === 'https:'
      const cookie = `${isSecure ? '__Host-' : ''}errand_avoid=`
      const list = `; ${document.cookie}`.split(`; ${cookie}`)[1] ?? ''
      const names = list.replace(/;.*/, '').split('~')
      const others = names.filter((name) => name && name !== release).slice(-19)
      document.cookie = `${cookie}${[...others, release].join('~')}; path=/; max-age=3600; samesite=lax${isSecure ? '; secure' : ''}`
      const left = sessionStorage.getItem(release)
      // Reads the cookies: Chrome stores one in the background, and the reload would go without it.
      sessionStorage.setItem(release, `${document.cookie.length || 1}`)
      return !left
    })
    if (!isFirst) return false
    stop()
    location.reload()
    return true
  }

  const fileOf = (target: unknown) => {
    const { tagName, src, rel, href } = target as HTMLScriptElement & HTMLLinkElement
    return tagName === 'SCRIPT' ? src : rel === 'stylesheet' ? href : undefined
  }
  // As long as the page is open, of all its releases.
  const watch = ({ target, error, reason }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    const file = fileOf(target) ?? ''
    const [, app, of] = /\/r\/([^/]+)\/([^/]+)/.exec(file) ?? []
    const [entry] = performance.getEntriesByName(file) as PerformanceResourceTiming[]
    // It arrived, but has other bytes.
    if (app && isGiven(`${app}@${of}`))
      lost[app] = entry?.responseStatus === 200 ? 'integrity' : 'chunk'
    const failed = attempt(() => explain(error ?? reason)) ?? ''
    if (received[failed] === 'ready') report({ app: failed, status: 'failed' })
  }
  const onError = (event: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    const { target, filename, error, reason } = event
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
  const onReady = () => {
    stop()
    const [navigation] = performance.getEntriesByType('navigation')
    // After a reload it has to stay for a while: it may reload its page for ever. A person who
    // reloads again and again is seldom that quick.
    if ((navigation as PerformanceNavigationTiming)?.type === 'reload') setTimeout(count, 1000, 0)
    else count(0)
    setTimeout(checkPage, 3000)
    report({ app: 'host', status: 'ready' })
  }
  // Of the host's own pages alone: it watches those of remotes.
  const checkPage = () => {
    const page = document.querySelector<HTMLElement>('main') ?? document.body
    const isHosts = !given && Object.keys(received).length < 3
    const isWaiting = document.querySelector('[aria-busy=true]')
    if (isHosts && !isWaiting && page.innerText === '') fail('blank', leave())
  }
  const stop = () => {
    removeEventListener('error', onError, true)
    removeEventListener('unhandledrejection', onError, true)
    removeEventListener('errand:ready', onReady)
  }

  // Files that neither arrive nor fail: shown at once, because the next document may not arrive
  // either.
  const late = setTimeout(() => {
    fail('timeout', leave())
    showError()
  }, 120_000)
  addEventListener('DOMContentLoaded', () => clearTimeout(late))

  // Applies the appearance of the last visit before the first paint; the edge knows the language.
  attempt(() => {
    const look: Record<string, string> = JSON.parse(localStorage.getItem('errand:look') ?? '{}')
    for (const name in look)
      if (name.startsWith('data-')) document.documentElement.setAttribute(name, look[name] ?? '')
  })
  addEventListener('error', watch, true)
  addEventListener('unhandledrejection', watch)
  addEventListener('error', onError, true)
  addEventListener('unhandledrejection', onError, true)
  addEventListener('errand:ready', onReady)
  // At any time later: no page of the host works any more.
  addEventListener(
    'errand:failed',
    (event) => fail('render', leave(), (event as CustomEvent).detail),
    { once: true },
  )
  // An error boundary hides it from `error`.
  addEventListener('errand:caught', (event) =>
    watch({ target: event.target, reason: (event as CustomEvent).detail }),
  )
  addEventListener('errand:status', (event) => report((event as CustomEvent).detail))
  // Browsers hold back pages that nobody looks at: what becomes of one says nothing.
  addEventListener('visibilitychange', () => document.hidden && leaveAll())
  addEventListener('pagehide', () => leaveAll())
  count(streak + 1)
  // Loads but never shows; without another release it keeps trying.
  if (streak > 2 && leave()) fail('safe-mode', true)
  // Nothing could be stored for the edge, which would give it for ever: it runs when somebody asks.
  else if (streak > 5 && window.name.includes(key)) {
    window.stop()
    showError()
    count(0)
    fail('safe-mode', false)
  }
  for (const app in received) endLater(app)
  // Opened in the background: however long its document took, nobody waited for it.
  if (document.hidden) leaveAll(Infinity)
}
