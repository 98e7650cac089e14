// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { failToLoad, open } from '../../testing/boot-documents.ts'

const reload = vi.fn()
beforeEach(() => vi.stubGlobal('location', { reload }))
afterEach(() => {
  for (const event of ['ready', 'failed']) window.dispatchEvent(new Event(`errand:${event}`))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'errand_avoid=; path=/; max-age=0'
})

test('over TLS the avoided release is named in a __Host- cookie', () => {
  vi.stubGlobal('location', { reload, protocol: 'https:' })
  const set = vi.fn()
  const cookies =
    'errand_avoid=remote-jobs@9; x__Host-errand_avoid=host@9; __Host-errand_avoid=host@1'
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => cookies, set })
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'))
  open()
  window.dispatchEvent(new Event('errand:failed'))

  expect(set).toHaveBeenCalledExactlyOnceWith(
    '__Host-errand_avoid=host@1~host@1.4.0; path=/; max-age=3600; samesite=lax; secure',
  )
})

test('without storage a host that failed six times runs only on request', () => {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
  }
  const stopped = vi.spyOn(window, 'stop').mockReturnValue()
  onTestFinished(() => void (window.name = ''))
  for (let start = 0; start < 6; start += 1) open()
  expect(stopped).not.toHaveBeenCalled()

  open()

  expect(stopped).toHaveBeenCalledOnce()
  document.querySelector('button')?.click()
  expect(reload).toHaveBeenCalledOnce()
  open()
  expect(stopped).toHaveBeenCalledOnce()
  expect(document.querySelector('h1')).toBeNull()
})

test('without storage starts are counted in the tab, and it never reloads automatically', () => {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
  }
  open()
  open()
  expect(window.name).toBe('errand:streaks{"host@1.4.0":2}')
  window.name = 'errand:streaks{"host@1.4.0":3}'
  open()
  expect(document.cookie, 'the next document is another').toBe('errand_avoid=host@1.4.0')
  failToLoad('/r/host/1.4.0/static/js/index.js')
  vi.restoreAllMocks()

  expect(reload).not.toHaveBeenCalled()
  expect(document.querySelector('h1')?.textContent).toBe('Oops! Something went wrong')
  open()
  expect(localStorage.getItem('errand:streaks')).toBe('{"host@1.4.0":1}')
  expect(window.name).toBe('')
})

test('counts in window.name are ignored if the browser has storage', () => {
  window.name = 'errand:streaks{"host@1.4.0":9}'
  open()

  expect(reload).not.toHaveBeenCalled()
  expect(document.cookie).toBe('')
  expect(localStorage.getItem('errand:streaks')).toBe('{"host@1.4.0":1}')
})
