import type { PageLanguage } from '@errand/contract/language'

// Detects that the host fails to start, requests another release, and reloads once.
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
  const read = () => attempt(() => JSON.parse(localStorage.getItem(key) ?? '{}')) ?? {}
  const streak = read()[release] ?? 0
  const count = (starts: number) =>
    attempt(() =>
      localStorage.setItem(key, JSON.stringify({ ...read(), [release]: starts || undefined })),
    )

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
  const say = () => {
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
    document.body.replaceChildren(main)
  }
  const leave = () => {
    const isFirst = attempt(() => {
      // Moved to the end each time: if no host is left, the next document gets the one that failed
      // longest ago.
      const names = /errand_avoid=([^;]+)/.exec(document.cookie)?.[1]?.split('~') ?? []
      const others = names.filter((name) => name !== release).slice(-19)
      document.cookie = `errand_avoid=${[...others, release].join('~')}; path=/; max-age=3600; samesite=lax`
      const left = sessionStorage.getItem(release)
      sessionStorage.setItem(release, '1')
      return !left
    })
    if (!isFirst) return false
    stop()
    location.reload()
    return true
  }

  const onError = ({ target, filename, reason }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    const { tagName, src, rel, href } = target as HTMLScriptElement & HTMLLinkElement
    // A rejection belongs to the first file of its stack: the host's libraries appear in the stacks
    // of others as well.
    const [begin] = /\/r\/.+?\/.+?\//.exec(reason?.stack) ?? ['']
    const file = filename ?? (tagName === 'SCRIPT' ? src : rel === 'stylesheet' ? href : begin)
    // The page may still start in spite of that rejection.
    if (!file.includes(`/r/host/${version}/`) || leave() || reason) return
    if (document.body) say()
    else addEventListener('DOMContentLoaded', say)
  }
  const onReady = () => {
    stop()
    count(0)
  }
  const stop = () => {
    removeEventListener('error', onError, true)
    removeEventListener('unhandledrejection', onError, true)
    removeEventListener('errand:ready', onReady)
  }

  // Files that neither arrive nor fail: shown at once, because the next document may not arrive
  // either.
  const late = setTimeout(() => {
    leave()
    say()
  }, 120_000)
  addEventListener('DOMContentLoaded', () => clearTimeout(late))

  // Applies the appearance of the last visit before the first paint; the edge knows the language.
  attempt(() => {
    const look: Record<string, string> = JSON.parse(localStorage.getItem('errand:look') ?? '{}')
    for (const name in look)
      if (name.startsWith('data-')) document.documentElement.setAttribute(name, look[name] ?? '')
  })
  addEventListener('error', onError, true)
  addEventListener('unhandledrejection', onError, true)
  addEventListener('errand:ready', onReady)
  // At any time later: no page of the host works any more.
  addEventListener('errand:failed', leave, { once: true })
  count(streak + 1)
  // Loads but never shows; without another release it keeps trying.
  if (streak > 2) leave()
}
