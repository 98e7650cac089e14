import { statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { readTicket } from '../rollouts/ticket.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import * as tables from './tables/schema.ts'

const fixture = setUpTestRegistry({ allowsLocalRemotes: true })
const { call, upload, newTeam, audit, change, dataDir } = fixture

test('every path requires a known token, and a refusal is logged once', async () => {
  const written = vi.spyOn(console, 'log').mockReturnValue()
  // Other tests of this process may have written such a line within the last minute.
  const now = performance.now() + 60_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  onTestFinished(() => [written, clock].forEach((spy) => spy.mockRestore()))
  const paths = ['/apps', '/document', '/audit', '/apps/host', '/nowhere']
  for (const path of paths) {
    const answer = await call('GET', path, { token: 'errand_unknown' })
    expect(answer.status, path).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
  const bare = await fixture.registry.routes.request('/registry/document')
  expect(bare.status).toBe(401)
  // One, so that nobody can fill the log.
  expect(written).toHaveBeenCalledOnce()
  const [line] = written.mock.calls[0] ?? []
  expect(JSON.parse(line)).toMatchObject({ message: 'token refused', at: expect.any(String) })
  expect(line).not.toContain('errand_unknown')
})

test('a team can change only its own app', async () => {
  const jobs = await newTeam('remote-jobs')
  const chats = await newTeam('remote-chats')
  expect((await upload(chats, remoteBuild('remote-chats', '1.0.0', 20))).status).toBe(201)

  const { token } = jobs
  const attempts = [
    await change('remote-chats', rollout('1.0.0'), { token }),
    await upload({ ...chats, token }, remoteBuild('remote-chats', '1.0.1', 20)),
    await call('POST', '/apps/remote-chats/gc', { token }),
    await call('POST', '/apps/remote-chats/token', { token }),
    await call('POST', '/tickets', { token, body: { apps: { 'remote-chats': '1.0.0' } } }),
  ]
  for (const { status, body } of attempts) {
    expect(status).toBe(403)
    expect(body.detail).toBe('This token may not change remote-chats.')
  }
  const refusals = (await audit('remote-chats')).filter(({ action }) => action === 'refused')
  expect(refusals).toHaveLength(attempts.length)
  expect(refusals[0]).toMatchObject({ actor: 'remote-jobs' })

  expect((await call('GET', '/apps/remote-chats', { token })).status).toBe(200)
})

test('only the admin can add keys, and an edge can only read', async () => {
  expect(statSync(join(dataDir, 'keys/admin.token')).mode & 0o777).toBe(0o600)
  const { token } = await newTeam('remote-own')
  const attempt = await call('POST', '/apps/remote-own/keys', { token, body: { publicKey: 'x' } })
  expect(attempt.status).toBe(403)
  expect(attempt.body.detail).toBe('Only an admin may do this.')
  const nonsense = await call('POST', '/apps/remote-own/keys', { body: { publicKey: 'x' } })
  expect(nonsense.status).toBe(422)
  const edge = { token: fixture.registry.readerToken }
  expect((await call('GET', '/document', edge)).status).toBe(200)
  expect((await change('remote-own', { type: 'pause' }, edge)).status).toBe(403)
})

test('a new token replaces the previous one, and no token is stored', async () => {
  const { token: old } = await newTeam('remote-secret')
  const { token } = await newTeam('remote-secret')
  expect((await call('GET', '/apps', { token: old })).status).toBe(401)
  expect((await call('GET', '/apps', { token })).status).toBe(200)

  const { queries } = fixture.registry.database
  const rows = await Promise.all(
    [tables.apps, tables.audit].map((table) => queries.select().from(table)),
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await call('DELETE', '/apps/remote-secret/token')).status).toBe(204)
  expect((await call('GET', '/apps', { token })).status).toBe(401)
})

test('a ticket needs published releases and verifies with the document’s key', async () => {
  const team = await newTeam('remote-ticket')
  await upload(team, remoteBuild('remote-ticket', '1.0.0', 20))
  const apps = { 'remote-ticket': '1.0.0' }

  const { status, body } = await call('POST', '/tickets', { ...team, body: { apps, seconds: 60 } })
  expect(status).toBe(201)
  const { body: document } = await call('GET', '/document')
  expect(await readTicket(body.ticket, document.ticketKey)).toMatchObject({ apps })
  const missing = await call('POST', '/tickets', { body: { apps: { 'remote-ticket': '9.0.0' } } })
  expect(missing.status).toBe(409)
  const endless = await call('POST', '/tickets', { body: { apps, seconds: 1_000_000 } })
  expect(endless.status).toBe(422)
})

test('a ticket for a development server is limited to the team’s own app and machine', async () => {
  const team = await newTeam('remote-local')
  const { token } = team
  const place = { label: 'Local', icon: [], order: 1 }
  const local = { origin: 'http://127.0.0.1:4010', place, requires: {} }
  const ask = (body: object) => call('POST', '/tickets', { token, body })

  const { status, body } = await ask({ local: { 'remote-local': local } })
  expect(status).toBe(201)
  const { body: document } = await call('GET', '/document')
  expect(await readTicket(body.ticket, document.ticketKey)).toMatchObject({
    apps: {},
    local: { 'remote-local': local },
  })
  expect((await audit('remote-local'))[0]).toMatchObject({
    action: 'ticket',
    after: { local: local.origin },
  })

  expect((await ask({ local: { 'remote-chats': local } })).status).toBe(403)
  for (const origin of ['https://x.example', 'http://localhost.x.example:1', 'http://localhost'])
    expect((await ask({ local: { 'remote-local': { ...local, origin } } })).status).toBe(422)
  expect((await call('POST', '/tickets', { body: { local: { host: local } } })).status).toBe(422)
  const long = await ask({ local: { 'remote-local': local }, seconds: 9 * 60 * 60 })
  expect(long.body.detail).toBe('A ticket cannot be for so long.')
})
