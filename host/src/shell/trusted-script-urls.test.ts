import { afterEach, beforeEach, expect, test } from 'vitest'

import { trustProviderScripts } from './trusted-script-urls.ts'

const identity = { projectId: 'errand-live', apiKey: 'key', emulator: false }
type Rule = (text: string) => string | null
let createScriptURL: Rule
let createHTML: Rule | undefined

beforeEach(() => {
  // Like a browser with Trusted Types, which jsdom does not have.
  const createPolicy = (name: string, rules: { createScriptURL: Rule; createHTML?: Rule }) => {
    expect(name).toBe('default')
    ;({ createScriptURL, createHTML } = rules)
  }
  Object.assign(window, { trustedTypes: { createPolicy } })
  trustProviderScripts({ identity })
})
afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'))

test.each([
  'https://www.google.com/recaptcha/api.js?onload=__rcb1&render=explicit&hl=en',
  'https://www.google.com/recaptcha/enterprise.js?render=key&onload=a',
  'https://www.gstatic.com/recaptcha/releases/QvLuXwupqtKCyjBw2xIzFLIf/recaptcha__pt-BR.js',
])('%s is allowed as a script of the bot check', (url) => {
  expect(createScriptURL(url)).toBe(url)
})

test('only the push service worker at its own path is allowed', () => {
  const url = `${window.location.origin}/push-worker.js`
  expect(createScriptURL(url)).toBe(url)
  expect(createScriptURL('https://evil.example/push-worker.js')).toBeNull()
  expect(createScriptURL(`${window.location.origin}/r/push-worker.js`)).toBeNull()
})

test.each([
  'https://www.google.com/recaptcha/api.js.evil',
  'https://www.google.com/recaptcha/../jsonp?callback=alert',
  'https://www.google.com.evil.test/recaptcha/api.js',
  'https://www.google.com@evil.test/recaptcha/api.js',
  'http://www.google.com/recaptcha/api.js',
  'https://www.gstatic.com/recaptcha/releases/a/../../../x/recaptcha__en.js',
  'https://www.gstatic.com/other/releases/a/recaptcha__en.js',
  '/r/remote-jobs/1.0.0/remoteEntry.js',
  'data:text/javascript,alert(1)',
])('%s is refused', (url) => {
  expect(createScriptURL(url)).toBeNull()
})

const razorpay = 'https://checkout.razorpay.com/v1/checkout.js'
const simulated = 'http://localhost:5000/simulator/razorpay/v1/checkout.js'
const further = 'https://cdn.razorpay.com/static/risk/bundle.js'

test.each([
  [undefined, razorpay, false],
  [simulated, simulated, true],
  [simulated, 'http://localhost:5000/simulator/razorpay/other.js', false],
  [simulated, further, false],
  [razorpay, razorpay, true],
  [razorpay, further, true],
  [razorpay, 'https://cdn.razorpay.com.evil.test/static/risk/bundle.js', false],
])('with the checkout at %s, %s may run: %s', (checkoutUrl, url, may) => {
  trustProviderScripts({
    identity: { ...identity, emulator: true },
    ...(checkoutUrl !== undefined && { checkoutUrl }),
  })

  expect(createScriptURL(url)).toBe(may ? url : null)
  expect(createScriptURL('https://www.google.com/recaptcha/api.js')).toBeNull()
})

const facebookSdkUrl = 'https://connect.facebook.net/en_US/sdk.js'

test.each([
  ['/settings', facebookSdkUrl, true],
  ['/settings', `${facebookSdkUrl}?hash=1&ua=modern_es6`, true],
  ['/settings', 'https://connect.facebook.net/en_US/all.js', false],
  ['/settings', 'https://connect.facebook.net.evil.test/en_US/sdk.js', false],
  ['/chats', facebookSdkUrl, false],
])('on %s, %s may run: %s', (path, url, may) => {
  history.replaceState(null, '', path)
  trustProviderScripts({ identity, facebookSdkUrl })

  expect(createScriptURL(url)).toBe(may ? url : null)
})

test.each([
  ['<style>@keyframes turn{to{transform: rotate(360deg);}}</style>', true],
  ['Test Mode', true],
  ['', true],
  ['<style></style><img src=x onerror=alert(1)>', false],
  ['<style>a{}</style ><script>alert(1)</script>', false],
  ['<style onload=alert(1)></style>', false],
  ['<img src=x onerror=alert(1)>', false],
  ['a\n<svg onload=alert(1)>', false],
  ['&lt;script&gt;', false],
])('the checkout may write %j: %s', (html, may) => {
  trustProviderScripts({ identity, checkoutUrl: razorpay })
  expect(createHTML?.(html)).toBe(may ? html : null)
})

test('without payments no text may become HTML', () => {
  expect(createHTML).toBeUndefined()
})

test('a browser without Trusted Types needs no policy', () => {
  Reflect.deleteProperty(window, 'trustedTypes')
  expect(() => trustProviderScripts({ identity })).not.toThrow()
})
