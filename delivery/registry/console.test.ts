import { expect, test, vi } from 'vitest'

import { readTicket, signTicket } from '../rollouts/ticket.ts'
import { actorHeader } from '../signing/credentials.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const fixture = setUpTestRegistry()
const { call, change, newTeam, upload, audit } = fixture

const hour = 60 * 60

/** A console token of whoever has this one; the admin's unless said otherwise. */
async function consoleToken(token?: string, seconds = hour): Promise<string> {
  const headers = { [actorHeader]: 'asha' }
  const options = { body: { seconds }, headers, ...(token !== undefined && { token }) }
  const { status, body } = await call('POST', '/tokens', options)
  expect(status).toBe(201)
  return body.token
}

test('a console token has the rights of the token it was made with, for its app only', async () => {
  const team = await newTeam('remote-jobs')
  await newTeam('remote-chats')
  await upload(team, remoteBuild('remote-jobs', '1.0.0', 20))
  const token = await consoleToken(team.token)
  const [line] = await audit('remote-jobs')
  expect(line).toMatchObject({ action: 'token', actor: 'remote-jobs (asha)' })

  const { body: me } = await call('GET', '/me', { token })
  const actor = 'remote-jobs (asha)'
  expect(me).toMatchObject({ kind: 'app', app: 'remote-jobs', actor })
  expect(Date.parse(me.expiresAt) - Date.now()).toBeLessThanOrEqual(hour * 1000)

  const headers = { [actorHeader]: 'mallory' }
  const done = await change('remote-jobs', rollout('1.0.0', 5), { token, headers })
  expect(done.status).toBe(200)
  expect((await audit('remote-jobs'))[0]).toMatchObject({ action: 'rollout', actor })
  const refused = await change('remote-chats', rollout('1.0.0'), { token })
  expect(refused.status).toBe(403)
})

test('an admin’s console token can change every app, and create nothing that outlives it', async () => {
  await newTeam('remote-lasting')
  const token = await consoleToken()
  expect((await call('GET', '/me', { token })).body).toMatchObject({ kind: 'admin', app: null })
  expect((await change('flag:sounds', rollout('on', 5), { token })).status).toBe(200)

  const attempts = await Promise.all([
    call('POST', '/tokens', { token, body: { seconds: hour } }),
    call('POST', '/apps/remote-lasting/token', { token }),
    call('POST', '/apps/remote-lasting/keys', { token, body: { publicKey: '' } }),
    call('POST', '/tickets', { token, body: { seconds: hour + 60 } }),
    // Edges are answered with the keys of page tokens.
    call('POST', '/edges/console', { token, body: { visits: {}, damaged: {} } }),
  ])
  expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect((await call('POST', '/tickets', { token, body: { seconds: 60 } })).status).toBe(201)
  expect((await call('GET', '/me')).body).toMatchObject({ kind: 'admin', expiresAt: null })
})

test('an edge cannot create a console token, and none lasts more than a day', async () => {
  const { readerToken } = fixture.registry
  const byEdge = await call('POST', '/tokens', { token: readerToken, body: { seconds: hour } })
  expect(byEdge.status).toBe(403)
  for (const seconds of [24 * hour + 1, 0, undefined])
    expect((await call('POST', '/tokens', { body: { seconds } })).status).toBe(422)
})

test('a console token expires, and ends with the token it was made with', async () => {
  const statusOf = async (token: string) => (await call('GET', '/me', { token })).status
  const team = await newTeam('remote-ends')
  const [first, expiring] = [await consoleToken(team.token), await consoleToken(undefined, 60)]
  expect([await statusOf(first), await statusOf(expiring)]).toEqual([200, 200])

  const { token: next } = await newTeam('remote-ends')
  const second = await consoleToken(next)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await call('DELETE', '/apps/remote-ends/token')
  expect(await statusOf(second)).toBe(401)

  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  expect(await statusOf(expiring)).toBe(401)
  vi.useRealTimers()
})

test('tickets and console tokens are not interchangeable, and forged tokens are refused', async () => {
  const token = await consoleToken()
  const { body: document } = await call('GET', '/document')
  const jwt = token.replace('errand_console_', '')
  await expect(readTicket(jwt, document.ticketKey)).rejects.toThrow('"iss"')

  const exp = Math.floor(Date.now() / 1000) + hour
  const ticket = await signTicket({ apps: {}, local: {}, exp }, fixture.registry.ticketKey)
  const [head, , signature] = jwt.split('.')
  const forged = Buffer.from(JSON.stringify({ app: null, actor: 'x', exp })).toString('base64url')
  for (const wrong of [ticket, `${head}.${forged}.${signature}`, jwt.slice(0, -8), ''])
    for (const prefix of ['errand_console_', ''])
      expect((await call('GET', '/me', { token: `${prefix}${wrong}` })).status).toBe(401)
})
