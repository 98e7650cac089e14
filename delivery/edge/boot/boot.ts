// Sees the host fail to start, asks for another release, reloads once.
{
  const set = document.getElementById('errand-release-set')?.textContent ?? ''
  const version = /"host":{"version":"([^"]+)/.exec(set)?.[1]
  const release = `host@${version}`
  const key = 'errand:streaks'

  // Storage may be refused; a preview remembers nothing.
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

  const say = () => {
    const button = document.createElement('button')
    button.textContent = 'Reload'
    button.addEventListener('click', () => location.reload())
    document.body.replaceChildren('Errand could not be started. ', button)
  }
  const leave = () => {
    const isFirst = attempt(() => {
      const left = sessionStorage.getItem(release)
      sessionStorage.setItem(release, '1')
      return !left
    })
    if (!isFirst) return false
    stop()
    const others = /errand_avoid=([^;]+)/.exec(document.cookie)?.[1]?.split('~') ?? []
    const names = [...others.slice(-9), release].join('~')
    document.cookie = `errand_avoid=${names}; path=/; max-age=3600; samesite=lax`
    location.reload()
    return true
  }

  const onError = ({ target, filename }: Partial<ErrorEvent>) => {
    const { tagName, src, rel, href } = target as HTMLScriptElement & HTMLLinkElement
    const file = filename ?? (tagName === 'SCRIPT' ? src : rel === 'stylesheet' ? href : '')
    if (!file.includes(`/r/host/${version}/`) || leave()) return
    if (document.body) say()
    else addEventListener('DOMContentLoaded', say)
  }
  const onReady = () => {
    stop()
    count(0)
  }
  const stop = () => {
    removeEventListener('error', onError, true)
    removeEventListener('errand:ready', onReady)
  }

  // The look of the last visit, before anything is painted.
  attempt(() => {
    const look: Record<string, string> = JSON.parse(localStorage.getItem('errand:look') ?? '{}')
    for (const name in look) document.documentElement.setAttribute(name, look[name] ?? '')
  })
  addEventListener('error', onError, true)
  addEventListener('errand:ready', onReady)
  count(streak + 1)
  // Loads, but never shows; when there is no other release it goes on trying.
  if (streak > 2) leave()
}
