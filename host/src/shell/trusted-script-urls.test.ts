import { afterEach, beforeEach, expect, test } from 'vitest'

import { trustBotCheckScripts } from './trusted-script-urls.ts'

let createScriptURL: (url: string) => string | null

beforeEach(() => {
  // As a browser that knows Trusted Types: jsdom does not.
  const createPolicy = (name: string, rules: { createScriptURL: typeof createScriptURL }) => {
    expect(name).toBe('default')
    ;({ createScriptURL } = rules)
  }
  Object.assign(window, { trustedTypes: { createPolicy } })
  trustBotCheckScripts()
})
afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'))

test.each([
  'https://www.google.com/recaptcha/api.js?onload=__rcb1&render=explicit&hl=en',
  'https://www.google.com/recaptcha/enterprise.js?render=key&onload=a',
  'https://www.gstatic.com/recaptcha/releases/QvLuXwupqtKCyjBw2xIzFLIf/recaptcha__pt-BR.js',
])('%s is a script of the bot check', (url) => {
  expect(createScriptURL(url)).toBe(url)
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
])('%s is not', (url) => {
  expect(createScriptURL(url)).toBeNull()
})

test('a browser without Trusted Types needs none', () => {
  Reflect.deleteProperty(window, 'trustedTypes')
  expect(trustBotCheckScripts).not.toThrow()
})
