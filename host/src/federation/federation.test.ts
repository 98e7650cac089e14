import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createScriptGuard } from './federation.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const entry = { url: '/r/remote-jobs/2/remoteEntry.js', as: 'script' as const, integrity }
const absolute = (url: string) => new URL(url, document.baseURI).href

function createScript(url: string, localOrigins: string[] = []): HTMLScriptElement {
  const guard = createScriptGuard(localOrigins)
  guard.allow(entry)
  const answer = guard.plugin.createScript?.({ url: absolute(url), attrs: {} })
  return (answer as { script: HTMLScriptElement }).script
}

beforeEach(() => vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(window, 'trustedTypes')
})

test('an entry runs only with the bytes that its release names, at the retry too', () => {
  for (const url of [entry.url, `${entry.url}?retry=1`]) {
    const script = createScript(url)
    expect(script).toMatchObject({ integrity, crossOrigin: 'anonymous', src: absolute(url) })
  }
})

test.each([
  '/r/remote-jobs/3/remoteEntry.js',
  '/r/remote-jobs/2/static/js/other.js',
  'https://elsewhere.example/r/remote-jobs/2/remoteEntry.js',
])('%s, which no release names, never runs', (url) => {
  expect(() => createScript(url)).toThrow('No hash for')
})

test('where the browser knows Trusted Types, only the policy may name a script', () => {
  const createPolicy = vi.fn((name: string, rules: object) => ({ ...rules, name }))
  Object.assign(window, { trustedTypes: { createPolicy } })
  createScript(entry.url)

  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('errand-loader', expect.anything())
  expect(() => createScript('/r/remote-jobs/9/remoteEntry.js')).toThrow('No hash for')
})

test('a development server runs without a hash when the set names its origin, and no other', () => {
  const url = 'http://localhost:4010/remoteEntry.js'
  expect(createScript(url, ['http://localhost:4010'])).toMatchObject({ src: url, integrity: '' })

  for (const origins of [[], ['http://localhost:401'], ['http://127.0.0.1:4010']])
    expect(() => createScript(url, origins)).toThrow('No hash for')
  expect(() =>
    createScript('http://localhost.x.example:4010/remoteEntry.js', ['http://localhost:4010']),
  ).toThrow('No hash for')
})
