// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { gzipSync } from 'node:zlib'

import { maxAvoided } from '@errand/contract/release-memory'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { bootScript } from '../render-page.ts'

const { source } = bootScript
const reload = vi.fn()
const streaks = () => localStorage.getItem('errand:streaks')

/** Opens a document of this release of the host: the boot script is the first to run. */
function open(version = '1.4.0', more: object = {}): void {
  document.head.innerHTML = `<script type="application/json" id="errand-release-set"></script>`
  const set = { id: 'a1', revision: 3, host: { version }, remotes: [], ...more }
  document.head.firstElementChild?.append(JSON.stringify(set))
  document.body.innerHTML = '<div id="root"></div>'
  runInThisContext(source)
}

/** The browser's word that a file of the document could not be had. */
function failToLoad(element: HTMLElement): void {
  document.head.append(element)
  element.dispatchEvent(new Event('error'))
}
const script = (src: string) => Object.assign(document.createElement('script'), { src })

/** The error page of the specification, whose button reloads. */
function expectErrorPage(): void {
  const [title, text, button] = document.querySelector('body > main')?.children ?? []
  expect(title?.outerHTML).toBe('<h1>Oops! Something went wrong</h1>')
  expect(text?.textContent).toBe(
    'We encountered an unexpected error. Please try refreshing the page.',
  )
  expect(button?.outerHTML).toBe('<button>Refresh Page</button>')
  const reloads = reload.mock.calls.length
  button?.dispatchEvent(new MouseEvent('click'))
  expect(reload).toHaveBeenCalledTimes(reloads + 1)
}

beforeEach(() => vi.stubGlobal('location', { reload }))
afterEach(() => {
  // The documents of a test are over with it.
  for (const event of ['ready', 'failed']) window.dispatchEvent(new Event(`errand:${event}`))
  vi.unstubAllGlobals()
  reload.mockClear()
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'errand_avoid=; path=/; max-age=0'
  document.documentElement.removeAttribute('lang')
})

test('a start is counted until the host reports ready', () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2.0.0":2}')
  open()
  expect(streaks()).toBe('{"remote-jobs@2.0.0":2,"host@1.4.0":1}')

  window.dispatchEvent(new Event('errand:ready'))
  expect(streaks()).toBe('{"remote-jobs@2.0.0":2}')
})

function pretendReload(): void {
  vi.useFakeTimers()
  const reloaded = [{ type: 'reload' }] as unknown as PerformanceEntryList
  const navigation = vi.spyOn(performance, 'getEntriesByType').mockReturnValue(reloaded)
  onTestFinished(() => {
    navigation.mockRestore()
    vi.useRealTimers()
  })
}

test('a host that keeps reloading its page is replaced by another one', () => {
  pretendReload()
  for (const _document of [1, 2, 3]) {
    open()
    window.dispatchEvent(new Event('errand:ready'))
    vi.advanceTimersByTime(500)
    vi.clearAllTimers()
  }
  expect(reload).not.toHaveBeenCalled()

  open()
  expect(reload).toHaveBeenCalledOnce()
  expect(document.cookie).toBe('errand_avoid=host@1.4.0')
})

test('after a reload a start is confirmed after one second', () => {
  pretendReload()
  open()
  window.dispatchEvent(new Event('errand:ready'))
  expect(streaks()).toBe('{"host@1.4.0":1}')

  vi.advanceTimersByTime(1_000)
  expect(streaks()).toBe('{}')
})

const style = (href: string) =>
  Object.assign(document.createElement('link'), { rel: 'stylesheet', href })

test.each([
  ['script', () => script('/r/host/1.4.0/static/js/index.js')],
  ['style sheet', () => style('/r/host/1.4.0/static/css/index.css')],
])('a missing %s of the host reloads the tab once for another release', (_, make) => {
  document.cookie = 'errand_avoid=remote-jobs@2.0.0; path=/'
  for (const _try of [1, 2]) {
    open()
    failToLoad(make())
    expect(reload).toHaveBeenCalledOnce()
    expect(document.cookie).toBe('errand_avoid=remote-jobs@2.0.0~host@1.4.0')
  }
  expectErrorPage()
})

test.each([
  ['hi', 'ओह! कुछ गड़बड़ हो गई', 'पेज रीफ़्रेश करें'],
  ['ar-AE', 'عذرًا! حدث خطأ ما', 'تحديث الصفحة'],
  ['fr', 'Oops! Something went wrong', 'Refresh Page'],
])(
  'a host that cannot start shows an error in the language of its document (%s)',
  (lang, title, refresh) => {
    document.documentElement.lang = lang
    open()
    failToLoad(script('/r/host/1.4.0/static/js/index.js'))
    open()
    failToLoad(script('/r/host/1.4.0/static/js/index.js'))

    expect(document.querySelector('h1')?.textContent).toBe(title)
    expect(document.querySelector('button')?.textContent).toBe(refresh)
  },
)

test('each failing host is replaced by the next, and when none is left they take turns', () => {
  const versions = ['3', '2', '1']
  for (const version of versions) {
    open(version)
    failToLoad(script(`/r/host/${version}/index.js`))
  }
  expect(reload).toHaveBeenCalledTimes(3)
  expect(document.cookie).toBe('errand_avoid=host@3~host@2~host@1')

  // Another try of a person: the edge has no other host to give.
  open('3')
  failToLoad(script('/r/host/3/index.js'))
  expect(reload).toHaveBeenCalledTimes(3)
  expectErrorPage()
  expect(document.cookie).toBe('errand_avoid=host@2~host@1~host@3')
})

test('the cookie names a limited number of releases, each once', () => {
  const others = Array.from({ length: 30 }, (_, index) => `remote-jobs@${index}`)
  document.cookie = `errand_avoid=${['host@1.4.0', ...others].join('~')}; path=/`
  open()
  failToLoad(script('/r/host/1.4.0/index.js'))

  const names = document.cookie.replace('errand_avoid=', '').split('~')
  expect(names).toHaveLength(maxAvoided)
  expect(names.filter((name) => name === 'host@1.4.0')).toHaveLength(1)
  expect(names.at(-1)).toBe('host@1.4.0')
})

test('an uncaught error of the host counts, and one of other code does not', () => {
  open()
  const files = ['chrome-extension://abc/r.js', 'https://app.example/r/remote-jobs/2/entry.js', '']
  for (const filename of files) window.dispatchEvent(new ErrorEvent('error', { filename }))
  failToLoad(Object.assign(document.createElement('img'), { src: '/r/host/1.4.0/picture.svg' }))
  failToLoad(script('https://elsewhere.example/x.js'))
  // After the host is there its errors are its own business.
  window.dispatchEvent(new Event('errand:ready'))
  failToLoad(script('/r/host/1.4.0/static/js/late.js'))
  expect(reload).not.toHaveBeenCalled()

  open()

  const filename = 'https://app.example/r/host/1.4.0/static/js/index.js'
  window.dispatchEvent(new ErrorEvent('error', { filename }))
  expect(reload).toHaveBeenCalledOnce()
})

/** A promise of code in these files that nobody awaited. */
function reject(...files: string[]): void {
  const stack = [
    'Error: planted',
    ...files.map((file) => `    at f (https://app.example${file}:1:2)`),
  ]
  const reason = Object.assign(new Error('planted'), { stack: stack.join('\n') })
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
}

test('an unhandled rejection of the host before it is ready counts, and one of other code does not', () => {
  open()
  reject('/r/remote-jobs/2/entry.js', '/r/host/1.4.0/static/js/react.js')
  reject('/r/host/1.3.0/static/js/index.js')
  reject()
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: undefined }))
  expect(reload).not.toHaveBeenCalled()

  reject('/r/host/1.4.0/static/js/index.js')
  expect(reload).toHaveBeenCalledOnce()
  expect(document.cookie).toBe('errand_avoid=host@1.4.0')

  // It may be no more than a part of the page: what stands there is left.
  open()
  reject('/r/host/1.4.0/static/js/index.js')
  expect(reload).toHaveBeenCalledOnce()
  expect(document.getElementById('root')).not.toBeNull()
  window.dispatchEvent(new Event('errand:ready'))
  open('1.5.0')
  window.dispatchEvent(new Event('errand:ready'))
  reject('/r/host/1.5.0/static/js/index.js')
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['at once', () => {}],
  ['after it was ready', () => window.dispatchEvent(new Event('errand:ready'))],
])(
  'a host that reports a failure %s is replaced once, and then shows its own error',
  (_, before) => {
    for (const _try of [1, 2]) {
      open()
      before()
      window.dispatchEvent(new Event('errand:failed'))
      expect(reload).toHaveBeenCalledOnce()
      expect(document.cookie).toBe('errand_avoid=host@1.4.0')
      expect(document.getElementById('root')).not.toBeNull()
    }
  },
)

test('a host that failed to start three times is avoided, and tried again if there is no other', () => {
  localStorage.setItem('errand:streaks', '{"host@1.4.0":3}')
  open()
  expect(reload).toHaveBeenCalledOnce()
  expect(document.cookie).toBe('errand_avoid=host@1.4.0')

  open()
  expect(reload).toHaveBeenCalledOnce()
  expect(document.getElementById('root')).not.toBeNull()
  window.dispatchEvent(new Event('errand:ready'))
  expect(streaks()).toBe('{}')
})

test('files that never arrive cause a reload and a load error after 120 s', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open()
  vi.advanceTimersByTime(119_999)
  expect(document.querySelector('main')).toBeNull()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
  expect(document.cookie).toContain('errand_avoid=host@1.4.0')
  expectErrorPage()

  open('1.5.0')
  window.dispatchEvent(new Event('DOMContentLoaded'))
  vi.advanceTimersByTime(120_000)
  expect(document.querySelector('main')).toBeNull()
  vi.useRealTimers()
})

test('the boot script applies the last look before the first paint, and is under 3.2 kB', () => {
  localStorage.setItem('errand:look', '{"lang":"ar","data-theme":"dark"}')
  document.documentElement.lang = 'hi'
  open()

  expect(document.documentElement.lang, 'the edge has written it').toBe('hi')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(gzipSync(source).byteLength).toBeLessThan(3200)
})

test('in a preview starts are not counted and the host is not replaced', () => {
  localStorage.setItem('errand:streaks', '{"host@1.4.0":3}')
  open('1.4.0', { override: { apps: ['host 1.4.0'] } })
  window.dispatchEvent(new Event('errand:failed'))
  failToLoad(script('/r/host/1.4.0/static/js/index.js'))

  expect(reload).not.toHaveBeenCalled()
  expect(document.cookie).toBe('')
  expect(streaks()).toBe('{"host@1.4.0":3}')
  expectErrorPage()
})
