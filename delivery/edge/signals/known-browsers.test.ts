import { hash as hashOf } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { exposureSchema } from '../../rollouts/exposure.ts'
import { newKey, setUpReportingPage, visitor } from '../../testing/reporting-page.ts'

/** An api that knows the browser of whoever asks for the profile. */
const since = new Date('2026-11-20T10:00:00.000Z')
const api = createServer(({ url, headers }, response) => {
  const isKnown = url === '/api/auth/profile'
  // Of two ids it reads that of TLS, whatever came before it.
  const [, id] =
    /__Host-errand_visitor=([^;]+)/.exec(headers.cookie ?? '') ??
    /errand_visitor=([^;]+)/.exec(headers.cookie ?? '') ??
    []
  const known = `${since.toISOString()} ${id}`
  response.writeHead(200, isKnown ? { 'errand-known-since': known } : {})
  response.end('{}')
})
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
afterAll(() => void api.close())

const { port } = api.address() as AddressInfo
const { startReceiving, takeExposures } = setUpReportingPage()
const { edge, signals } = startReceiving({
  API_URL: `http://127.0.0.1:${port}`,
  TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16, fd00::/8',
})
const today = newKey('today')
beforeEach(() => signals.setKeys([today]))

/** Whose word a page's is that somebody opens from this address. */
async function hashesOf(cookie: string, address = '203.0.113.1', forwarded?: string) {
  const headers = {
    accept: 'text/html',
    cookie,
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  }
  const incoming = { socket: { remoteAddress: address } }
  await edge.request('/login', { headers }, { incoming })
  const [exposure] = takeExposures(signals)
  return { network: exposure?.network, knownSince: exposure?.knownSince }
}

/** The cookie that the edge keeps in the browser after a call. */
async function cookieAfter(path: string, cookie: string) {
  const { headers } = await edge.request(path, { headers: { cookie } })
  expect(headers.get('errand-known-since')).toBeNull()
  return headers.getSetCookie()
}

test('a browser known to the api gets a cookie that is valid only in it', async () => {
  const [own, other] = [visitor('own'), visitor('other')]
  expect(await cookieAfter('/api/jobs', own)).toEqual([])
  const [kept = ''] = await cookieAfter('/api/auth/profile', own)
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=777600'])
    expect(kept).toContain(attribute)
  const [cookie = ''] = kept.split(';')

  const knownSince = since.getTime()
  expect(await hashesOf(`${own}; ${cookie}`)).toMatchObject({ knownSince })
  for (const forged of [
    own,
    `${other}; ${cookie}`,
    `${own}; ${cookie.replace(/~\w+~/, '~aaaaaaaa~')}`,
    `${own}; ${cookie.slice(0, -1)}`,
  ])
    expect((await hashesOf(forged)).knownSince, forged).toBeUndefined()

  signals.setKeys([newKey('tomorrow'), today])
  expect(await hashesOf(`${own}; ${cookie}`)).toMatchObject({ knownSince })
  signals.setKeys([newKey('much later')])
  expect((await hashesOf(`${own}; ${cookie}`)).knownSince).toBeUndefined()
})

test('a known id does not vouch for another id sent with it', async () => {
  const both = `${visitor('chosen')}; __Host-${visitor('own')}`
  expect(await cookieAfter('/api/auth/profile', both)).toEqual([])
})

test('a page token of an older edge still counts, without a network', async () => {
  const own = visitor('older')
  await hashesOf(own)
  const headers = { accept: 'text/html', cookie: own }
  const html = await (await edge.request('/login', { headers })).text()
  const [, token = ''] = /data-token="([^"]+)"/.exec(html) ?? []
  takeExposures(signals)
  const [keyId, id, origin = '', ...releases] = token.split('~').slice(0, -1)
  const [time, hash] = origin.split('.')
  const text = [keyId, id, `${time}.${hash}`, ...releases].join('~')
  const signature = hashOf('sha3-256', `${today.key}${text}`, 'base64url')

  signals.receive({ token: `${text}~${signature}`, app: 'host', status: 'ready', ms: 1 })

  const [exposure] = signals.queue.nextPart()
  expect(exposureSchema.parse(exposure)).toMatchObject({ visitor: hash, verdict: 'ready' })
  signals.queue.removePart()
})

test('a stranger is identified by network, which their own headers cannot change', async () => {
  const own = visitor('stranger')
  const networkOf = async (address: string, forwarded?: string) =>
    (await hashesOf(own, address, forwarded)).network
  const network = await networkOf('203.0.113.1')
  expect(network).toMatch(/^[\w-]{16}$/)
  for (const [address, forwarded] of [
    ['203.0.113.77', undefined],
    ['::ffff:203.0.113.9', undefined],
    ['203.0.113.1', '198.51.100.1'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.8'],
    ['10.9.8.7', '198.51.100.1, 203.0.113.8, 127.0.0.1'],
    ['fd00::1', '203.0.113.8, 10.9.0.1'],
  ] as const)
    expect(await networkOf(address, forwarded), `${address} ${forwarded}`).toBe(network)
  for (const address of ['203.0.114.1', '127.0.0.1', '2001:db8:1::1'])
    expect(await networkOf(address), address).not.toBe(network)

  // One customer has all addresses of a /48.
  const wide = await networkOf('2001:db8:1::1')
  expect(await networkOf('2001:db8:1:ffff:1:2:3:4')).toBe(wide)
  expect(await networkOf('2001:db8:2::1')).not.toBe(wide)
  expect(await networkOf('2001:db8::1')).not.toBe(wide)
})
