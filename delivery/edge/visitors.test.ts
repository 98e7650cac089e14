import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { releaseSetSchema } from '@errand/contract/release'
import { expect, test } from 'vitest'

import { createKeyPair } from '../signing/keys.ts'
import { signRelease } from '../signing/signatures.ts'
import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { withManifest } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const jobs = 'remote-jobs'
const { edge, open, publish, change, rollOut, releasesDir } = setUpTestEdge([
  hostBuild('1.0.0'),
  hostBuild('1.1.0'),
  ...['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map((version) => remoteBuild(jobs, version, 10)),
])
rollOut(jobs, '1.1.0', 50)
const trustedTypes = ['errand-remote_jobs__1.4.0', 'default', 'errand-remote_chats__1.0.0']
const claiming = setUpTestEdge([
  hostBuild('1.0.0'),
  withManifest(remoteBuild(jobs, '1.4.0', 10), { trustedTypes }),
])

/** The version of an app that a visitor is given. */
async function versionOf(app: string, cookie = ''): Promise<string | undefined> {
  const { remotes } = (await open('/jobs', cookie)).set
  return remotes.find((remote) => remote.app === app)?.version
}

/** A visitor whose bucket is on this side of the half. */
async function visitorOf(version: string): Promise<string> {
  for (;;) {
    // Each visit without a cookie is another visitor.
    const { cookie, set } = await open('/jobs')
    if (set.remotes[0]?.version === version) return cookie
  }
}

test('a visitor keeps the id and the release, signed in or not', async () => {
  const first = await open('/jobs')
  expect(first.cookie).toMatch(/^errand_visitor=\w[\w-]{21}$/)

  for (const more of ['', '; errand_signed_in=1', '; other=x']) {
    const again = await open('/jobs', `${first.cookie}${more}`)
    expect(again.cookie).toBe(first.cookie)
    expect(again.set.id).toBe(first.set.id)
  }
})

test('the visitor id is a secret cookie, and an invalid one is replaced', async () => {
  const response = await edge.request('https://errand.test/', {
    headers: { accept: 'text/html', cookie: 'errand_visitor=<script>' },
  })
  const cookie = response.headers.get('set-cookie') ?? ''

  expect(cookie).toMatch(/^__Host-errand_visitor=\w[\w-]{21}; /)
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure', 'Max-Age=31536000'])
    expect(cookie).toContain(attribute)
})

test('over TLS only __Host- cookies count', async () => {
  const ask = async (cookie: string) => {
    const headers = { accept: 'text/html', cookie }
    const response = await edge.request('https://errand.test/jobs?lang=hi', { headers })
    const { remotes } = releaseSetSchema.parse(
      await (await edge.request('https://errand.test/release-set', { headers })).json(),
    )
    const given = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    return { given, status: response.status, jobs: remotes[0]?.version }
  }
  const id = await visitorOf('1.1.0')
  const own = `__Host-${id}`
  const planted = await visitorOf('1.0.0')

  const before = await ask(id)
  expect(before.given, 'the id of before keeps its arm').toEqual([own, '__Host-errand_locale=hi'])
  expect(await ask(`${planted}; ${own}`)).toEqual(before)
  expect(await ask(`${own}; errand_avoid=remote-jobs@1.1.0`)).toEqual(before)
  expect((await ask(`${own}; __Host-errand_avoid=remote-jobs@1.1.0`)).jobs).toBe('1.0.0')
  const html = async (more: string) => {
    const headers = { accept: 'text/html', cookie: `${own}; ${more}` }
    return (await edge.request('https://errand.test/jobs', { headers })).text()
  }
  expect(await html('errand_signed_in=1; errand_locale=ar')).toMatch(
    /^(?!.*rel="preload").*lang="en"/s,
  )
  expect(await html('__Host-errand_signed_in=1; __Host-errand_locale=ar')).toMatch(
    /lang="ar".*rel="preload"/s,
  )
})

test('a release set has the fallbacks of each remote and the policies of all', async () => {
  const { set, policy } = await open('/jobs', await visitorOf('1.1.0'))

  expect(set.remotes[0]?.fallbacks).toMatchObject([
    { version: '1.0.0', entry: { url: '/r/remote-jobs/1.0.0/remoteEntry.js' } },
  ])
  expect(policy).toContain(
    'trusted-types host-1.0.0 errand-remote_jobs__1.1.0 errand-remote_jobs__1.0.0',
  )
})

test('a release gets no Trusted Types policy of the host or of another release', async () => {
  const { policy } = await claiming.open('/jobs')
  expect(policy).toContain(`trusted-types host-1.0.0 errand-remote_jobs__1.4.0 'allow-duplicates'`)
})

test('a release that failed in this browser is not given again', async () => {
  const visitor = await visitorOf('1.1.0')
  expect(await versionOf(jobs, `${visitor}; errand_avoid=remote-jobs@1.1.0`)).toBe('1.0.0')

  const nonsense = `${visitor}; errand_avoid=~~remote-jobs@~${'x'.repeat(3000)}`
  expect(await versionOf(jobs, nonsense)).toBe('1.1.0')
})

test('open pages can fetch their current release set without a new document', async () => {
  const cookie = await visitorOf('1.1.0')
  const ask = async () =>
    releaseSetSchema.parse(
      await (await edge.request('/release-set', { headers: { cookie } })).json(),
    )
  expect((await ask()).remotes[0]?.version).toBe('1.1.0')

  change(jobs, { type: 'kill', version: '1.1.0' })

  const after = await ask()
  expect(after.remotes[0]?.version).toBe('1.0.0')
  expect(after.revoked).toEqual(['remote-jobs@1.1.0'])
})

test('why gives rule, bucket, releases and fallback of each app, the same for the same visitor', async () => {
  rollOut(jobs, '1.2.0')
  change(jobs, { type: 'promote' })
  rollOut(jobs, '1.3.0', 0)
  const ids = ['visitor-9-0123456789ab', 'visitor-8-0123456789ab'] as const
  const why = async (visitor: string, query = '') => {
    const headers = { cookie: `errand_visitor=${visitor}` }
    return (await edge.request(`/why${query}`, { headers })).json()
  }
  change(jobs, { type: 'pin', visitor: ids[0], arm: 'candidate' })
  const bucket = expect.any(Number)
  const common = { weight: 0, bucket, damage: null, avoided: [], decision: null }
  const versions = (...[runs, ...fallbacks]: string[]) => ({ picked: runs, runs, fallbacks })

  for (const [visitor, expected] of [
    [ids[0], { arm: 'candidate', rule: 'pin', ...versions('1.3.0', '1.2.0', '1.0.0') }],
    [ids[1], { arm: 'stable', rule: 'share', ...versions('1.2.0', '1.0.0') }],
  ] as const) {
    const answer = await why(visitor)
    expect(answer).toEqual({
      visitor,
      revision: expect.any(Number),
      releaseSet: expect.stringMatching(/^[\da-f]{12}$/),
      apps: [
        {
          app: 'host',
          arm: 'stable',
          rule: 'everybody',
          revoked: [],
          ...versions('1.0.0'),
          ...common,
        },
        { app: jobs, revoked: ['1.1.0'], ...expected, ...common },
      ],
    })
    expect(await why(visitor)).toEqual(answer)
    // Of an id that is not theirs nobody is told.
    expect(await why(visitor, `?visitor=${ids[0]}`)).toEqual(answer)
  }
  // Of a browser that left a release it is known to that browser alone.
  const cookie = 'errand_visitor=visitor-9-0123456789ab; errand_avoid=remote-jobs@1.2.0~host@0.9.0'
  const own = await (await edge.request('/why', { headers: { cookie } })).json()
  expect(own.apps).toMatchObject([{ avoided: ['host@0.9.0'] }, { avoided: ['remote-jobs@1.2.0'] }])
})

test('the first release of a remote is given only to its share of visitors', async () => {
  const app = 'remote-reports'
  publish(remoteBuild(app, '1.0.0', 40))
  change(app, { type: 'kill', version: '1.0.0' })
  publish(remoteBuild(app, '1.1.0', 40))
  rollOut(app, '1.1.0', 50)
  const visit = async () => {
    const { response, set } = await open('/reports')
    return `${response.status} ${set.remotes.find((one) => one.app === app)?.version}`
  }
  const seen = new Set<string>()
  while (seen.size < 2) seen.add(await visit())
  expect(seen).toEqual(new Set(['200 1.1.0', '404 undefined']))

  change(app, { type: 'promote' })
  expect(await visit()).toBe('200 1.1.0')
})

test('the host is rolled out like any app', async () => {
  rollOut('host', '1.1.0')
  const { cookie } = await open('/jobs')

  expect((await open('/jobs', cookie)).set.host.version).toBe('1.1.0')
  change('host', { type: 'rollback' })
  expect((await open('/jobs', cookie)).set.host.version).toBe('1.0.0')
})

/** Changes the manifest of a release, hashes and all. */
const alter = (directory: string, from: string | RegExp, to: string) => {
  const file = join(directory, 'release.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

test.each<[string, (directory: string) => void]>([
  ['its manifest is damaged', (directory) => alter(directory, /.*/s, '{')],
  ['its manifest was altered', (directory) => alter(directory, '"label":"', '"label":"Free ')],
  ['a stranger signed it', (directory) => void signRelease(directory, createKeyPair().privateKey)],
  ['nobody signed it', (directory) => rmSync(join(directory, 'release.sig.json'))],
])(
  'when %s a release is neither given nor a fallback, and its files are not served',
  async (what, tamper) => {
    const app = `remote-forged-${what.length}`
    const versions = ['1.0.0', '1.1.0', '1.2.0']
    for (const version of versions) publish(remoteBuild(app, version, 30))
    tamper(join(releasesDir, app, '1.1.0'))
    rollOut(app, '1.1.0')
    const { cookie } = await open('/jobs')

    expect(await versionOf(app, cookie)).toBe('1.0.0')
    expect((await edge.request(`/r/${app}/1.1.0/remoteEntry.js`)).status).toBe(503)
    const { apps } = await (await edge.request('/why', { headers: { cookie } })).json()
    expect(apps).toContainEqual(
      expect.objectContaining({ app, runs: '1.0.0', picked: '1.1.0', damage: expect.any(String) }),
    )
    change(app, { type: 'promote' })
    rollOut(app, '1.2.0')
    const { remotes } = (await open('/jobs', cookie)).set
    expect(remotes.find((remote) => remote.app === app)).toMatchObject({
      version: '1.2.0',
      fallbacks: [{ version: '1.0.0' }],
    })
  },
)

test('a release counts as damaged until each of its files can be read', async () => {
  const app = 'remote-partial'
  publish(remoteBuild(app, '1.0.0', 50))
  const files = ['static/js/routes.js', 'static/js/new.js']
  const load = async (name: string) =>
    (await edge.request(`/r/${app}/1.0.0/${name}`, { headers: { cookie: '' } })).status
  const damage = async () => {
    const { apps } = await (await edge.request('/why')).json()
    return apps.find((row: { app: string }) => row.app === app).damage
  }
  const contents = files.map((name) => readFileSync(join(releasesDir, app, '1.0.0', name)))
  for (const name of files) {
    rmSync(join(releasesDir, app, '1.0.0', name))
    expect(await load(name)).toBe(404)
  }

  for (const [index, name] of files.toReversed().entries()) {
    const bytes = contents[files.indexOf(name)] ?? ''
    writeFileSync(join(releasesDir, app, '1.0.0', name), bytes)
    expect(await load(name)).toBe(200)
    expect(await damage()).toBe(index === 0 ? `${app}/1.0.0/${files[0]} is missing` : null)
  }
})

test('the stream of changes has a heartbeat', async () => {
  const { body, headers } = await edge.request('/release-set/events')
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('event: heartbeat\ndata: \n\n'))
    received += (await reader?.read())?.value
  await reader?.cancel()

  expect(received).toMatch(/data: changed\nid: \d+\n/)
  expect(headers.get('content-type')).toBe('text/event-stream')
  // HTTP/2 has no headers of connections.
  expect(headers.has('connection')).toBe(false)
  expect(headers.has('transfer-encoding')).toBe(false)
})
