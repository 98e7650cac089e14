import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { freePort } from '@errand/database/testing'
import { expect, test } from 'vitest'

import { errand, errandProcess, forced, setUpLocalRegistry } from '../testing/local-registry.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const { dataDir, env, ran, failed } = setUpLocalRegistry()

const [visitor, second] = ['vAyIaUH1s0E321W9CR-sLk', 'vAyIaUH1s0E321W9CR-sL2']
const build = (version: string, app = 'remote-jobs') => remoteBuild(app, version, 10)

test('a release is published, rolled out, promoted and rolled back on one machine without settings', async () => {
  expect(await ran(['release', 'remote-jobs', '--dist', build('1.0.0')])).toContain(
    'remote-jobs 1.0.0 is published. Roll it out: npx pnpm errand rollout remote-jobs 1.0.0 --to 5%',
  )
  expect(await ran(['rollout', 'remote-jobs', 'latest', '--to', '100%'])).toBe(
    'Everybody runs remote-jobs 1.0.0.',
  )
  await ran(['release', 'remote-jobs', '--dist', build('1.1.0')])
  expect(await ran(['rollout', 'remote-jobs', 'latest', '--to', '0.5%', '--reason', 'pilot'])).toBe(
    '0.5 % of visitors run remote-jobs 1.1.0, the others 1.0.0.',
  )
  await ran(['rollout', 'remote-jobs', '1.1.0', '--to', '100%', ...forced])
  expect(await ran(['status'])).toMatch(
    /^remote-jobs\s+1\.0\.0\s+1\.1\.0\s+100 %\s+rolling out\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m,
  )
  expect(await ran(['promote', 'remote-jobs', ...forced])).toBe('Everybody runs remote-jobs 1.1.0.')
  // Who is given what; how well it does is not known here.
  expect(await ran(['status'])).toMatch(/^remote-jobs\s+1\.1\.0\s+–\s+–\s+everybody\s/m)
  expect(await ran(['status', 'remote-jobs'])).toMatch(/^1\.0\.0\s.*\sfallback$/m)
  expect(await ran(['rollback', 'remote-jobs'])).toBe(
    'Back from 1.1.0 to 1.0.0. Everybody runs remote-jobs 1.0.0.',
  )
  expect(await ran(['history', 'remote-jobs'])).toMatch(
    /admin \(asha\)\s+remote-jobs\s+rollout → 1\.1\.0 0\.5 %\s+pilot/,
  )

  const shown = JSON.parse(await ran(['status', 'remote-jobs', '--json']))
  expect(shown.channel).toMatchObject({ lineage: ['1.0.0'], candidate: null })
  expect(await ran(['status', 'remote-jobs'])).toMatch(/^1\.0\.0\s.*\sstable$/m)
})

test('a team publishes only its own app, with its own key and token', async () => {
  const publicFile = join(dataDir, 'chats.pub.pem')
  const privateFile = join(dataDir, 'chats.pem')
  const pair = JSON.parse(await ran(['keys', 'create', 'remote-chats', '--print', '--json']))
  writeFileSync(publicFile, pair.publicKey)
  writeFileSync(privateFile, pair.privateKey)
  expect(await ran(['keys', 'add', 'remote-chats', publicFile])).toContain(pair.keyId)
  expect(await ran(['keys', 'list', 'remote-chats'])).toBe(pair.keyId)
  const token = await ran(['tokens', 'create', 'remote-chats'])
  const team = { ERRAND_TOKEN: token, ERRAND_SIGNING_KEY_FILE: privateFile }
  const folder = build('2.0.0', 'remote-chats')

  const tried = await ran(['release', 'remote-chats', '--dist', folder, '--dry-run'], team)
  expect(tried).toBe('remote-chats 2.0.0 could be published.')
  expect(await failed(['rollout', 'remote-chats', 'latest', '--to', '100'], 1, team)).toContain(
    'remote-chats has no release',
  )
  await ran(['release', 'remote-chats', '--dist', folder], team)
  await ran(['release', 'remote-chats', '--dist', folder], team)
  await ran(['rollout', 'remote-chats', 'latest', '--to', '100'], team)

  expect(await failed(['kill', 'remote-jobs', '1.0.0'], 1, team)).toBe(
    'This token may not change remote-jobs.\n',
  )
  const { ERRAND_SIGNING_KEY_FILE: _, ...unsigned } = team
  const later = ['release', 'remote-chats', '--dist', build('2.1.0', 'remote-chats')]
  expect(await failed(later, 2, unsigned)).toContain('Set ERRAND_SIGNING_KEY')
  expect(await failed(['keys', 'remove', 'remote-chats', '../token'], 1)).toContain('../token')
  await ran(['keys', 'list', 'remote-chats'], team)
  expect(await ran(['tokens', 'remove', 'remote-chats'])).toContain('no deploy token')
  expect(await failed(['status'], 1, team)).toContain(
    'a token that it knows and that has not expired. Set ERRAND_TOKEN',
  )
  await ran(['keys', 'remove', 'remote-chats', pair.keyId])
})

test('a visitor can be pinned to a release, and "why" shows the pin', async () => {
  await ran(['rollout', 'remote-jobs', '1.1.0', '--to', '0'])
  expect(await failed(['advance', 'remote-jobs'], 1)).toContain('has no plan')
  expect(await ran(['pin', 'remote-jobs', visitor])).toContain(
    `${visitor} is given the candidate release from now on.`,
  )
  await expect
    .poll(async () => JSON.parse(await ran(['why', visitor, '--json'])).apps)
    .toContainEqual(expect.objectContaining({ app: 'remote-jobs', rule: 'pin' }))
  expect(await ran(['why', visitor])).toMatch(/^remote-jobs\s.*candidate\s+pin\s.*\s1\.0\.0$/m)
  expect(await ran(['unpin', 'remote-jobs', visitor])).toContain(`${visitor} is pinned no more. `)
  expect(await failed(['unpin', 'remote-jobs', visitor], 1)).toContain(
    'is not pinned in remote-jobs',
  )
  await ran(['rollback', 'remote-jobs'])
  expect(await ran(['pin', 'remote-jobs', visitor, '--dry-run'])).toContain(
    `${visitor} is given the candidate release as soon as a rollout begins. Everybody runs`,
  )
})

test('a feature flag is rolled out, and listed with its owner', async () => {
  expect(await ran(['flags'])).toMatch(/^job-copy\s+nobody\s+remote-jobs\s+\d{4}-\d\d-\d\d/m)
  await ran(['rollout', 'flag:job-copy', 'on', '--to', '7%'])
  expect(await ran(['flags'])).toMatch(/^job-copy\s+nobody, on for 7 %\s+remote-jobs/m)
  expect(await ran(['status', 'flag:job-copy'])).not.toContain('release')
  const mistyped = await errand(['rollout', 'flag:job-copi', 'on', '--to', '7%', '--dry-run'], env)
  expect(mistyped).toMatchObject({ code: 0, stderr: expect.stringContaining('no flag job-copi') })
})

test('unneeded files are deleted, and a dry run deletes nothing', async () => {
  await ran(['release', 'remote-jobs', '--dist', build('1.2.0')])
  const file = join(dataDir, 'releases/remote-jobs/1.2.0/remoteEntry.js')
  const collect = ['gc', 'remote-jobs', '--older-than', '0']
  expect(await ran([...collect, '--dry-run'])).toContain('remote-jobs 1.2.0')
  expect(existsSync(file)).toBe(true)
  expect(await ran(['gc'])).toBe('Nothing to delete.')
  expect(await ran(collect)).toContain('remote-jobs 1.2.0')
  expect(existsSync(file)).toBe(false)
})

test('the first release of a remote goes to a few visitors, as suggested', async () => {
  const app = 'remote-first'
  const said = await ran(['release', app, '--dist', build('1.0.0', app)])
  const [, suggested = ''] = /npx pnpm errand (.*)$/.exec(said) ?? []
  expect(await ran(suggested.split(' '))).toBe(
    '5 % of visitors run remote-first 1.0.0, the others have none.',
  )
  expect(await ran(['status', app])).toMatch(/^remote-first\s+–\s+1\.0\.0\s+5 %\s+rolling out/m)
  expect(await ran(['rollback', app])).toBe(
    'Back from 1.0.0 to nothing. Nobody runs remote-first any more.',
  )
  expect(await ran(['rollback', app])).toMatch(/^Nobody runs .* went back from 1\.0\.0 at [^.]*\.$/)
  // What was released last is the latest, also when it is what there was before.
  for (const version of ['1.1.0', '1.0.0'])
    await ran(['release', app, '--dist', build(version, app)])
  expect(await ran(['rollout', app, 'latest', '--to', '5%'])).toContain('run remote-first 1.0.0,')
})

test('a repeated rollback is made once, and a further one needs the version', async () => {
  const app = 'remote-steps'
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    await ran(['release', app, '--dist', build(version, app)])
    await ran(['rollout', app, version, '--to', '100%', ...forced])
    if (version !== '1.0.0') await ran(['promote', app, ...forced])
  }
  const first = 'Back from 1.2.0 to 1.1.0. Everybody runs remote-steps 1.1.0.'
  expect(await ran(['rollback', app, '--dry-run'])).toBe(`Would be: ${first}`)
  expect(await ran(['rollback', app])).toBe(first)
  for (const again of [[], ['--from', '1.2.0']]) {
    expect(await ran(['rollback', app, ...again])).toMatch(
      /^Everybody runs remote-steps 1\.1\.0\. admin \(asha\) went back from 1\.2\.0 at .* One more step: npx pnpm errand rollback remote-steps --from 1\.1\.0$/,
    )
  }
  expect(await failed(['rollback', app, '--from', '1.0.0'], 4)).toContain(
    'remote-steps 1.0.0 is not what would be left. Everybody runs remote-steps 1.1.0.',
  )
  expect(await ran(['rollback', app, '--from', '1.1.0'])).toContain('Back from 1.1.0 to 1.0.0.')

  await ran(['rollout', app, '1.2.0', '--to', '5%'])
  expect(await ran(['rollback', app])).toContain('Back from 1.2.0 to 1.0.0.')
  const [, last = ''] = /npx pnpm errand (.*)$/.exec(await ran(['rollback', app])) ?? []
  expect(await ran(last.split(' '))).toContain('Back from 1.0.0 to nothing.')
})

test('an outdated change is refused, with what others changed', async () => {
  for (const [version, share] of [
    ['1.0.0', '100%'],
    ['1.1.0', '5%'],
  ] as const) {
    await ran(['release', 'remote-race', '--dist', build(version, 'remote-race')])
    await ran(['rollout', 'remote-race', version, '--to', share])
  }
  const before = await ran(['status', 'remote-race', '--json'])
  const stale = await failed(['pin', 'remote-race', visitor, '--expect', '1'], 4)
  expect(stale).toContain('was changed in the meantime')
  expect(stale).toMatch(/admin \(asha\)\s+remote-race\s+rollout → 1\.1\.0 5 %/)
  expect(stale).not.toContain('rollout → 1.0.0')
  expect(await ran(['pin', 'remote-race', visitor, '--dry-run'])).toContain('Would be: ')
  expect(await ran(['status', 'remote-race', '--json'])).toBe(before)

  const registry = await startMeddling(() =>
    ran(['pin', 'remote-race', second, 'stable', '--reason', 'beta'], { ERRAND_ACTOR: 'lena' }),
  )
  const kill = ['kill', 'remote-race', 'latest']
  expect(await failed(kill, 4, { ERRAND_REGISTRY: registry.url })).toMatch(
    /admin \(lena\)\s+remote-race\s+pin v\S+2 stable\s+beta\n$/,
  )
  registry.close()
  expect(await ran(['status', 'remote-race'])).not.toContain('killed')
  expect(await ran([...kill, '--dry-run'])).toMatch(
    /^Would be: Nobody runs remote-race 1\.1\.0 any/,
  )
  expect(await ran(['unpin', 'remote-race', second])).not.toBe('')
  const newest = ['history', 'remote-race', '--limit', '1']
  expect(await ran(newest)).toMatch(/unpin v\S+2$/m)
  await ran(kill)
  expect(await ran(newest)).toMatch(/kill 1\.1\.0 → 1\.0\.0$/m)
})

/** The registry as it is for somebody who is a moment too slow: before each change comes another. */
async function startMeddling(meddle: () => Promise<unknown>) {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') await meddle()
    const answer = await fetch(`${env['ERRAND_REGISTRY']}${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(request.method === 'POST' && { body: await text(request) }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test('a process gets the output, the error and the exit code', async () => {
  const done = await errandProcess(['status', 'remote-jobs', '--json'], env)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({ channel: { lineage: ['1.0.0'] } })
  const refused = await errandProcess(['promote', 'remote-nowhere'], env)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('remote-nowhere')
})

test('a wrong call shows how to use the command', async () => {
  expect(await failed(['explode'], 2)).toContain("unknown command 'explode'")
  expect(await failed(['rollout', 'remote-jobs', '1.0.0', '--to', '120%'], 2)).toContain(
    'from 0% to 100%',
  )
  expect(await failed(['status', '--token', 'secret'], 2)).toContain("unknown option '--token'")
  expect(await failed(['status', '--registry', 'ftp://x'], 2)).toContain('is not an address')
  expect(await failed(['release', 'remote-nowhere'], 2)).toContain('no app remote-nowhere')
  for (const days of [' ', 'Infinity'])
    expect(await failed(['gc', '--older-than', days], 2)).toContain('A number of days')
  expect(await failed(['kill', 'remote-jobs', '1.0.0', '--expect', 'now'], 2)).toContain(
    'A revision is a number',
  )
  expect((await errand(['rollout', '--help'], env)).stdout).toContain('Examples:')
  for (const command of ['status', 'history', 'promote'])
    expect(await failed([command, '../me'], 2)).toContain('no app called "../me"')
  for (const command of [['why'], ['pin', 'remote-jobs']])
    expect(await failed([...command, 'v-1'], 2)).toContain('"v-1" is no visitor\'s id')
})

test('help fits into 100 columns', async () => {
  const main = (await errand(['--help'], env)).stdout
  const [, commands = ''] = /^Commands:\n(.*?)\n\n/ms.exec(main) ?? []
  const names = [...commands.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)
  expect(names).toContain('token')
  for (const name of names) {
    const { stdout } = await errand([name, '--help'], env)
    for (const line of `${main}\n${stdout}`.split('\n'))
      expect(line.length, line).toBeLessThanOrEqual(100)
  }
})

test('an unreachable or wrong registry is reported as such', async () => {
  const gone = { ERRAND_REGISTRY: `http://127.0.0.1:${await freePort()}` }
  expect(await failed(['status'], 3, gone)).toContain('cannot be reached (ECONNREFUSED)')
  const other: Server = createServer(({ url }, response) => {
    if (url !== '/registry/apps/host') return response.end('<h1>Hello</h1>')
    const problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }
    return response.writeHead(404).end(JSON.stringify({ ...problem, instance: url, traceId: 'a' }))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const wrong = { ERRAND_REGISTRY: `http://127.0.0.1:${port}` }
  expect(await failed(['status'], 3, wrong)).toContain('Is the address right?')
  expect(await failed(['status', 'host'], 3, wrong)).toContain('Is the address right?')
  expect(await failed(['why', visitor, '--edge', wrong.ERRAND_REGISTRY], 3)).toContain(
    'The edge at',
  )
  other.close()
})

test('errors of an unknown release are refused, and the history of an unknown app is empty', async () => {
  expect(await failed(['errors', 'remote-jobs', '9.9.9'], 1)).toContain('has no release 9.9.9')
  expect(await ran(['errors', 'remote-jobs', 'latest'])).toBe('No page has reported an error.')
  expect(await ran(['history', 'remote-nowhere'])).toBe(
    'Nothing has been done with remote-nowhere.',
  )
})
