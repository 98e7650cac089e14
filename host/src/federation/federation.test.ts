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

test('an entry runs only with the hash of its release, at a retry too', () => {
  for (const url of [entry.url, `${entry.url}?retry=1`]) {
    const script = createScript(url)
    expect(script).toMatchObject({ integrity, crossOrigin: 'anonymous', src: absolute(url) })
  }
})

test.each([
  '/r/remote-jobs/3/remoteEntry.js',
  '/r/remote-jobs/2/static/js/other.js',
  'https://elsewhere.example/r/remote-jobs/2/remoteEntry.js',
])('%s, which is in no release, never runs', (url) => {
  expect(() => createScript(url)).toThrow('No hash for')
})

test('with Trusted Types only the policy creates script URLs', () => {
  const createPolicy = vi.fn((name: string, rules: object) => ({ ...rules, name }))
  Object.assign(window, { trustedTypes: { createPolicy } })
  createScript(entry.url)

  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('errand-loader', expect.anything())
  expect(() => createScript('/r/remote-jobs/9/remoteEntry.js')).toThrow('No hash for')
})

test('only a development server named by the release set runs without a hash', () => {
  const url = 'http://localhost:4010/remoteEntry.js'
  expect(createScript(url, ['http://localhost:4010'])).toMatchObject({ src: url, integrity: '' })

  for (const origins of [[], ['http://localhost:401'], ['http://127.0.0.1:4010']])
    expect(() => createScript(url, origins)).toThrow('No hash for')
  expect(() =>
    createScript('http://localhost.x.example:4010/remoteEntry.js', ['http://localhost:4010']),
  ).toThrow('No hash for')
})
