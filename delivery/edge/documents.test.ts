import { gunzipSync } from 'node:zlib'

import { releaseSetSchema } from '@errand/contract/release'
import { expect, test } from 'vitest'

import { createRolloutSource } from '../rollouts/evaluator.ts'
import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createEdge } from './create-edge.ts'
import { readSettings } from './settings.ts'

const nastyLabel = '</script><b>& Aufträge ✓'
const fixture = setUpTestEdge([
  hostBuild(),
  remoteBuild('remote-chats', '2.0.0', 20),
  remoteBuild('remote-jobs', '1.4.0', 10, nastyLabel),
])
const { edge, open } = fixture
const signedIn = 'errand_signed_in=1'

test('a document has its release set in the order of the navigation, safely escaped', async () => {
  const { html, set, response } = await open('/jobs')

  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(set.host.version).toBe('1.0.0')
  expect(set.remotes.map(({ app, version }) => `${app}@${version}`)).toEqual([
    'remote-jobs@1.4.0',
    'remote-chats@2.0.0',
  ])
  expect(set.remotes[0]).toMatchObject({
    label: nastyLabel,
    entry: {
      url: '/r/remote-jobs/1.4.0/remoteEntry.js',
      as: 'script',
      integrity: expect.stringMatching(/^sha384-.{64}$/),
    },
  })
  expect(html).not.toContain(nastyLabel)
})

test('a page without scripts is served only at its path', async () => {
  const { html, response } = await open('/')
  expect(html).toContain('<body>drawn in English at http://localhost/')
  expect(html).not.toContain('<script')
  expect(response.status).toBe(200)
  for (const path of ['/dashboard', '/jobs', '/nowhere'])
    expect((await open(path)).html).toMatch(/^(?!.*drawn).*<script/s)
})

/** Opens a page as a browser with these languages and cookies does. */
async function openIn(acceptLanguage: string, cookie = '', path = '/') {
  const headers = { accept: 'text/html', 'accept-language': acceptLanguage, cookie }
  const response = await edge.request(path, { headers })
  const html = await response.text()
  const [tag] = /<html[^>]*>/.exec(html) ?? []
  return { html, tag, response }
}

const english = '<html lang="en" dir="ltr">'
const hindi = '<html lang="hi" dir="ltr">'
const arabic = '<html lang="ar" dir="rtl">'

test.each([
  ['hi-IN,hi;q=0.9,en;q=0.8', '', '/', hindi, 'in Hindi'],
  ['en;q=0.5, hi;q=0.9', '', '/', hindi, 'in Hindi'],
  ['fr-FR,de', '', '/', english, 'in English'],
  ['', '', '/', english, 'in English'],
  ['en', 'errand_locale=hi-IN', '/', '<html lang="hi-IN" dir="ltr">', 'in Hindi'],
  ['hi', 'errand_locale=fr', '/', hindi, 'in Hindi'],
  ['hi', 'errand_locale=en-<script>', '/', hindi, 'in Hindi'],
  ['en', 'errand_locale=ar', '/?lang=hi', hindi, 'in Hindi'],
  ['en', '', '/?lang=constructor', english, 'in English'],
])(
  'for a browser with Accept-Language %j and cookie %j, %s is in the right language',
  async (accepted, cookie, path, tag, drawn) => {
    const page = await openIn(accepted, cookie, path)

    expect(page.tag).toBe(tag)
    expect(page.html).toContain(`drawn ${drawn}`)
  },
)

test('every document states its language first, and varies by it in caches', async () => {
  const { tag, response } = await openIn('ar-EG,en;q=0.5', '', '/login')

  expect(tag).toBe(arabic)
  expect(response.headers.get('vary')).toContain('Accept-Language')
  expect(response.headers.get('vary')).toContain('Cookie')
})

test('a chosen language is kept for the documents after it', async () => {
  const { response } = await openIn('en', '', '/login?new=1&lang=ar')
  const kept = response.headers.getSetCookie().find((cookie) => cookie.startsWith('errand_locale'))

  expect(kept).toBe('errand_locale=ar; Max-Age=31536000; Path=/; SameSite=Lax')
  expect((await openIn('en', 'errand_locale=ar', '/login')).tag).toBe(arabic)
  expect((await openIn('en')).response.headers.getSetCookie()).toHaveLength(1)
})

test('a document is compressed for browsers that accept gzip', async () => {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
  const answer = await edge.request('/jobs', { headers })
  const plain = await open('/jobs')

  const vary = answer.headers.get('vary')
  expect(vary).toBe('Cookie, Accept-Encoding, Accept-Language')
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  const html = gunzipSync(await answer.arrayBuffer()).toString()
  const withoutNonce = (text: string) =>
    text.replace(/nonce="[\w+/]{22}=="/, '').replace(/data-token="[^"]+"/, '')
  expect(withoutNonce(html)).toBe(withoutNonce(plain.html))
  expect(plain.response.headers.has('content-encoding')).toBe(false)
})

/** The sources of each directive. */
const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

const checkout = 'http://localhost:5000'
const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const razorpay = ['https://checkout.razorpay.com', 'https://cdn.razorpay.com']

test.each<[string, Record<string, string>, scripts: string[], frames: string[]]>([
  ['identity provider alone', {}, recaptcha, recaptcha],
  ['emulator', { IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9' }, [], ["'none'"]],
  [
    'simulated checkout beside the emulator',
    {
      IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
      PAYMENT_CHECKOUT_URL: `${checkout}/simulator/checkout.js`,
    },
    [checkout],
    [checkout],
  ],
  [
    'payment provider',
    { PAYMENT_CHECKOUT_URL: `${razorpay[0]}/v1/checkout.js` },
    [...recaptcha, ...razorpay],
    [...recaptcha, 'https://*.razorpay.com'],
  ],
])('the policy allows what the %s needs', async (_, environment, scripts, frames) => {
  const { html, policy } = await open('/login', '', fixture.start(environment))
  const directives = directivesOf(policy)
  const nonce = /<style id="_goober" nonce="([^"]+)">/.exec(html)?.[1]

  expect(directives).toMatchObject({
    // Otherwise Firefox refuses to fetch ahead.
    'default-src': ["'self'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'frame-src': frames,
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [
      'host-1.0.0',
      'errand-remote_chats__2.0.0',
      'errand-remote_jobs__1.4.0',
      "'allow-duplicates'",
    ],
  })
  expect((await open('/login')).policy).not.toContain(nonce)
})

const facebook = 'https://connect.facebook.net'
const facebookPages = ['https://www.facebook.com', 'https://web.facebook.com']

test.each<[string, Record<string, string>, scripts: string[], pages: string[], opener: string]>([
  ['no signup', {}, [], [], 'same-origin'],
  [
    'Meta’s signup',
    { META_SDK_URL: `${facebook}/en_US/sdk.js` },
    [facebook],
    facebookPages,
    'same-origin-allow-popups',
  ],
  [
    'a simulated signup',
    { META_SDK_URL: `${checkout}/simulator/facebook/sdk.js` },
    [checkout],
    [],
    'same-origin-allow-popups',
  ],
])('the policy allows %s and its window', async (_, environment, scripts, pages, opener) => {
  const { response, policy } = await open('/settings', '', fixture.start(environment))
  const directives = directivesOf(policy)

  expect(directives['script-src']).toEqual(["'self'", ...recaptcha, ...scripts])
  expect(directives['frame-src']).toEqual([
    ...recaptcha,
    ...pages,
    ...(pages.length > 0 ? ['https://staticxx.facebook.com'] : []),
  ])
  expect(directives['img-src']).toEqual(["'self'", 'data:', 'blob:', ...pages])
  expect(response.headers.get('cross-origin-opener-policy')).toBe(opener)
})

test('an unknown path is answered with the document and 404', async () => {
  for (const path of [
    '/login',
    '/jobs/new',
    '/dashboard/',
    '/Dashboard',
    '/JOBS/new',
    '/%6aobs',
    '/%4Aobs',
  ])
    expect((await open(path)).response.status, path).toBe(200)
  for (const path of ['/jobsx', '/nowhere', '/login/x']) {
    const { response, set } = await open(path)
    expect(response.status).toBe(404)
    expect(set.host.version).toBe('1.0.0')
  }
  for (const headers of [{ accept: '*/*' }, {}])
    expect((await edge.request('/dashboard', { headers })).status).toBe(200)
  const head = await edge.request('/jobs', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await edge.request('/jobs', { method: 'POST' })).status).toBe(404)
})

test.each([
  ['/jobs', 200],
  ['/Jobs/', 200],
  ['/%4Aobs', 200],
  ['/jobs/NEW//', 200],
  ['/jobs/job_1/edit', 200],
  ['/jobs/job_1', 404],
  ['/jobs/new/nothing', 404],
  ['/jobs//new', 404],
  ['/jobs//edit', 404],
  ['/%6aobs/nothing', 404],
])('a signed-in visitor gets %s below a remote with %i', async (path, status) => {
  expect((await open(path, signedIn)).response.status).toBe(status)
  expect((await open(path)).response.status, 'the login comes first').toBe(200)
})

test.each([{ 'sec-fetch-dest': 'script' }, { accept: 'image/*' }, { accept: '*/*' }])(
  'a missing script or picture, requested with %o, is not answered with HTML',
  async (headers) => {
    const response = await edge.request('/static/app.js', { headers })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/i)
  },
)

test('without a published host a visitor gets the error page, in which no script can run', async () => {
  const settings = readSettings({ FIREBASE_API_KEY: 'key' })
  const source = createRolloutSource()
  const releases = { prepare: async () => true } as never
  const { response, html } = await open('/', '', createEdge({ settings, source, releases }))

  expect(response.status).toBe(503)
  expect(html).toContain('<h1>Oops! Something went wrong</h1>')
  expect(html).toContain('<a href="">Refresh Page</a>')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})

const hint =
  /<link rel="preload" as="(\w+)" href="([^"]+)" integrity="([^"]+)" crossorigin="anonymous">/g
const hintsIn = (html: string) =>
  [...html.matchAll(hint)].map(([, as, url, integrity]) => ({ as, url, integrity }))

test('preload hints for the path, with hashes, are sent only to signed-in visitors', async () => {
  const { html, set } = await open('/jobs/1/edit', signedIn)
  const [jobs, chats] = set.remotes
  expect(hintsIn(html)).toEqual([jobs?.entry, ...(jobs?.preload ?? [])])

  const dashboard = await open('/dashboard', signedIn)
  expect(chats?.widget).toHaveLength(1)
  expect(hintsIn(dashboard.html)).toEqual([chats?.entry, ...(chats?.widget ?? [])])
  for (const [path, cookie] of [['/jobs/1/edit'], ['/dashboard'], ['/login', signedIn]] as const)
    expect(hintsIn((await open(path, cookie)).html), path).toEqual([])
})

test('a document lists page files only for the remote of its path', async () => {
  fixture.publish(remoteBuild('remote-chats', '2.1.0', 20))
  fixture.rollOut('remote-chats', '2.1.0')
  const { html, set } = await open('/jobs/new', signedIn)
  const [jobs, chats] = set.remotes

  expect(jobs?.pages.map(({ path }) => path)).toEqual(['', 'new', ':id/edit'])
  expect(html).toContain('as="script" href="/r/remote-jobs/1.4.0/static/js/new.js"')
  expect(chats).toMatchObject({ version: '2.1.0', pages: [], fallbacks: [{ version: '2.0.0' }] })
  const [fallback] = chats?.fallbacks ?? []
  for (const release of [chats, fallback]) expect(release?.entry.integrity).toMatch(/^sha384-/)
  expect(chats?.preload).toHaveLength(2)
  // Nobody fetches it ahead.
  expect(fallback).toMatchObject({ preload: [], pages: [], widget: [] })

  const other = (await open('/chats')).set.remotes
  expect(other.map(({ pages }) => pages.length)).toEqual([0, 3])
  const whole = releaseSetSchema.parse(await (await edge.request('/release-set')).json())
  expect(whole.remotes.map(({ pages }) => pages.length)).toEqual([3, 3])
})
