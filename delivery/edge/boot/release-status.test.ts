// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import {
  beacons,
  described,
  errorIn,
  failToLoad,
  fileOf,
  jobs,
  open,
  reported,
  say,
  throwUncaught,
} from '../../testing/boot-documents.ts'

const reload = vi.fn()
beforeEach(() => {
  vi.stubGlobal('location', { reload })
  const sendBeacon = (url: string, body: string) => {
    beacons.push({ url, ...JSON.parse(body) })
    return true
  }
  Object.assign(navigator, { sendBeacon })
})
afterEach(() => {
  for (const event of ['ready', 'failed']) window.dispatchEvent(new Event(`errand:${event}`))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'errand_avoid=; path=/; max-age=0'
  beacons.splice(0)
})

test('the host is reported as ready once, with its time since the document', () => {
  open()
  expect(reported()).toEqual([])
  const now = vi.spyOn(performance, 'now').mockReturnValue(321)
  window.dispatchEvent(new Event('errand:ready'))
  window.dispatchEvent(new Event('errand:ready'))
  now.mockRestore()

  expect(reported()).toEqual([{ app: 'host', status: 'ready', ms: 321 }])
})

test('a remote is timed from the document, or from the navigation to it', () => {
  open()
  const now = vi.spyOn(performance, 'now').mockReturnValue(500)
  say({ app: jobs, status: 'start' })
  say({ app: jobs, status: 'ready' })
  now.mockReturnValue(4_000)
  say({ app: 'remote-chats', status: 'start' })
  now.mockReturnValue(4_250)
  say({ app: 'remote-chats', status: 'ready' })

  expect(reported()).toEqual([
    { app: jobs, status: 'ready', ms: 500 },
    { app: 'remote-chats', status: 'start', ms: 0 },
    { app: 'remote-chats', status: 'ready', ms: 250 },
  ])
})

test('the first verdict is final except that a ready app may fail once, and unknown apps are not reported', () => {
  open()
  const all = ['left', 'ready', 'failed', 'failed', 'ready', 'left'] as const
  for (const status of ['ready', ...all] as const) say({ app: jobs, status, kind: 'render' })
  for (const status of ['left', ...all] as const) say({ app: 'host', status })
  // Never started in this page.
  for (const status of all) say({ app: 'remote-chats', status })
  for (const status of ['start', ...all] as const) say({ app: 'remote-none', status })

  expect(reported()).toMatchObject([
    { app: jobs, status: 'ready' },
    { app: jobs, status: 'failed', kind: 'render' },
    { app: 'host', status: 'left' },
  ])
})

test.each<[string, string, () => void]>([
  [
    'throws while it is loaded',
    'import',
    () => throwUncaught(errorIn(fileOf('host', '1.4.0')), fileOf('host', '1.4.0')),
  ],
  ['lacks a file', 'chunk', () => failToLoad(fileOf('host', '1.4.0'))],
  [
    'has a file of other bytes',
    'integrity',
    () => {
      const arrived = [{ responseStatus: 200 }] as unknown as PerformanceEntryList
      vi.spyOn(performance, 'getEntriesByName').mockReturnValue(arrived)
      failToLoad(fileOf('host', '1.4.0'))
    },
  ],
  [
    'throws while it renders',
    'render',
    () =>
      window.dispatchEvent(
        new CustomEvent('errand:failed', { detail: errorIn(fileOf('host', '1.4.0')) }),
      ),
  ],
])('a host that %s is reported as failed (%s) and replaced', (_, kind, fail) => {
  open()
  fail()
  const error = ['import', 'render'].includes(kind) && { error: described }
  expect(reported()).toMatchObject([
    { app: 'host', status: 'failed', kind, isReplaced: true, ...error },
  ])
  window.dispatchEvent(new Event('errand:ready'))
  window.dispatchEvent(new Event('pagehide'))
  expect(reported()).toMatchObject([{ app: jobs, status: 'left' }])
})

test('a host in safe mode is reported once, and tried again if there is no other', () => {
  localStorage.setItem('errand:streaks', '{"host@1.4.0":3}')
  open()
  expect(reported()).toMatchObject([{ app: 'host', kind: 'safe-mode', isReplaced: true }])
  open()
  expect(reported()).toEqual([])
})

describe('a slow page', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['complete', 'waiting'],
    ['loading', 'timeout'],
  ] as const)('fails after 59 s of each release (document: %s)', (readyState, kind) => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
    vi.advanceTimersByTime(1_000)
    open()
    say({ app: jobs, status: 'ready' })
    vi.advanceTimersByTime(10_000)
    say({ app: 'remote-chats', status: 'start' })
    reported()
    vi.advanceTimersByTime(60_000)
    expect(reported()).toEqual([
      { app: 'host', status: 'failed', kind, ms: 59_000 },
      { app: 'remote-chats', status: 'failed', kind, ms: 59_000 },
    ])
  })

  test('fails if its visitor leaves after 10 s of a release', () => {
    open()
    vi.advanceTimersByTime(1)
    say({ app: 'remote-chats', status: 'start' })
    vi.advanceTimersByTime(9_999)
    reported()
    window.dispatchEvent(new Event('pagehide'))
    expect(reported()).toMatchObject([
      { app: 'host', status: 'failed', kind: 'timeout' },
      { app: jobs, status: 'failed', kind: 'timeout' },
      { app: 'remote-chats', status: 'left' },
    ])
  })

  test('reports nothing if the machine slept', () => {
    open()
    vi.spyOn(performance, 'now').mockReturnValue(3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(reported()).toEqual([])
  })

  test('does not fail if it was opened in the background', () => {
    vi.advanceTimersByTime(11_000)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    open()
    say({ app: 'remote-chats', status: 'start' })
    window.dispatchEvent(new Event('errand:ready'))
    vi.advanceTimersByTime(60_000)
    const left = { status: 'left' }
    expect(reported()).toMatchObject([
      { app: 'host', ...left },
      { app: jobs, ...left },
    ])
  })
})

test.each([
  ['a file that did not arrive', false, 'chunk'],
  ['code that threw', true, 'import'],
])('a remote whose code failed because of %s is reported as that', (_, hasArrived, kind) => {
  open()
  const file = fileOf(jobs, '2.0.0')
  if (!hasArrived) failToLoad(`${file}?retry=1`)
  // Of another release: the one that took its place.
  failToLoad(fileOf(jobs, '1.0.0'))
  say({ app: jobs, status: 'failed', kind: 'import', isReplaced: true, cause: errorIn(file) })

  expect(reported()).toMatchObject([
    { app: jobs, status: 'failed', kind, isReplaced: true, error: described },
  ])
})

test('an uncaught error is reported with the failure, or as a failure if its release was ready', () => {
  open()
  window.dispatchEvent(new Event('errand:ready'))
  reported()
  const error = errorIn(fileOf('host', '1.4.0'), fileOf(jobs, '2.0.0'))
  throwUncaught(errorIn('chrome-extension://abc/r/x.js'))
  throwUncaught(errorIn(fileOf('remote-chats', '3.0.0')))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: undefined }))
  expect(reported()).toEqual([])
  say({ app: jobs, status: 'failed', kind: 'blank' })
  expect(reported()).toMatchObject([{ app: jobs, kind: 'blank', error: described }])

  open()
  say({ app: jobs, status: 'ready' })
  throwUncaught(error)
  throwUncaught(error)
  expect(reported()).toMatchObject([
    { app: jobs, status: 'ready' },
    { app: jobs, status: 'failed', error: described },
  ])
})

const changeVisibility = () => window.dispatchEvent(new Event('visibilitychange'))
test.each([
  ['leaves', () => window.dispatchEvent(new Event('pagehide'))],
  ['hides the page', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
])('a visitor who %s before a page is ready has left, even if they return', (_, leave) => {
  open()
  window.dispatchEvent(new Event('errand:ready'))
  reported()
  changeVisibility()
  expect(reported()).toEqual([])
  leave()
  changeVisibility()
  expect(reported()).toMatchObject([{ app: jobs, status: 'left' }])
  vi.restoreAllMocks()
  for (const status of ['ready', 'failed'] as const) say({ app: jobs, status })
  expect(reported()).toEqual([])
})

test('an error before a release is ready counts as a failure after it is ready', () => {
  open()
  throwUncaught(errorIn(fileOf(jobs, '2.0.0')))
  say({ app: jobs, status: 'ready' })
  expect(reported()).toMatchObject([
    { app: jobs, status: 'ready' },
    { app: jobs, status: 'failed', error: described },
  ])
})

test('an error caught by an error boundary counts against its release', () => {
  open()
  window.dispatchEvent(new Event('errand:ready'))
  const detail = errorIn(fileOf('host', '1.4.0'))
  window.dispatchEvent(new CustomEvent('errand:caught', { detail }))
  expect(reported()).toMatchObject([
    { app: 'host', status: 'ready' },
    { app: 'host', status: 'failed', error: described },
  ])
})

test.each([
  ['is empty on its own page is reported', '', '', '', [{ app: 'host', kind: 'blank' }]],
  ['shows something is not reported', '', '', 'Dashboard', []],
  ['waits for its page is not reported', '', '<main aria-busy="true"></main>', '', []],
  ['is empty where a remote should be is not reported', jobs, '', '', []],
])('a host that %s', (_, given, html, text, failures) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  open(undefined, given)
  document.body.innerHTML = html
  // Which jsdom does not know.
  Object.assign(document.querySelector('main') ?? document.body, { innerText: text })
  window.dispatchEvent(new Event('errand:ready'))
  reported()
  vi.advanceTimersByTime(3_000)

  expect(reported()).toMatchObject(failures)
})

test('leaving while lost code is being replaced reports it as failed', () => {
  open()
  failToLoad(fileOf(jobs, '2.0.0'))
  window.dispatchEvent(new Event('pagehide'))
  expect(reported().at(-1)).toMatchObject({ app: jobs, status: 'failed', kind: 'chunk' })
})

test('a browser without beacons still starts the host', () => {
  Reflect.deleteProperty(navigator, 'sendBeacon')
  open()
  window.dispatchEvent(new Event('errand:ready'))
  expect(localStorage.getItem('errand:streaks')).toBe('{}')
})

test('without a token nothing is reported', () => {
  open('')
  window.dispatchEvent(new Event('errand:ready'))
  say({ app: jobs, status: 'failed' })
  window.dispatchEvent(new Event('pagehide'))

  expect(beacons.filter(({ token }) => token === '')).toEqual([])
})
