import { runInThisContext } from 'node:vm'

import type { ReleaseStatus } from '@errand/contract/release'
import { expect } from 'vitest'

import { bootScript } from '../edge/render-page.ts'

/** What all documents have reported. */
export const beacons: { url: string; token: string }[] = []
let opened = 0
/** The token of the document that is open. */
const tokenNow = () => `k~${opened}~host@1.4.0@c~remote-jobs@2.0.0@s~remote-chats@3.0.0@s~x`

/** Opens the next document, of which the edge has counted the host and the jobs. */
export function open(token?: string, given = jobs): void {
  opened += 1
  document.head.innerHTML = `
    <script type="application/json" id="errand-release-set">{"host":{"version":"1.4.0"}}</script>
    <script type="text/plain" data-given="${given}"></script>`
  const script = document.querySelector<HTMLScriptElement>('script[data-given]')
  if (script) script.dataset['token'] = token ?? tokenNow()
  document.body.innerHTML = '<div id="root"></div>'
  runInThisContext(bootScript.source)
}

/** What this document has reported to the edge since the last call; earlier ones may still listen. */
export const reported = () =>
  beacons
    .splice(0)
    .filter(({ token }) => token === tokenNow())
    .map(({ url, token: _token, ...status }) => (expect(url).toBe('/signal'), status))

/** Reports the status of a release, as the host does. */
export const say = (detail: ReleaseStatus) =>
  window.dispatchEvent(new CustomEvent('errand:status', { detail }))
/** The remote of the document's path. */
export const jobs = 'remote-jobs'
/** The address of a file of a release. */
export const fileOf = (app: string, version: string) =>
  `https://app.example/r/${app}/${version}/static/js/d.1f0c.js`

/** An error whose stack names these files. */
export const errorIn = (...files: string[]) =>
  Object.assign(new TypeError('planted 12 for asha@x.example'), {
    stack: files.map((file) => `\n    at f (${file}?retry=1:7:42)`).join(''),
  })
/** What is reported of such an error. */
export const described = {
  message: 'planted # for #',
  file: 'static/js/d.1f0c.js',
  line: 7,
  column: 42,
}

/** Throws an error that nothing catches, as the browser reports it. */
export const throwUncaught = (error: Error, filename = '') =>
  window.dispatchEvent(new ErrorEvent('error', { error, filename }))

/** Has the browser report a script that could not be loaded. */
export function failToLoad(src: string): void {
  const script = document.createElement('script')
  // Not fetched by the test's browser.
  script.type = 'text/plain'
  script.src = src
  document.head.append(script)
  script.dispatchEvent(new Event('error'))
}
