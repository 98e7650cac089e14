import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { testSmtpCall } from '@errand/contract/auth'
import { freePort } from '@errand/database/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { makeCertificate, startMailServer } from '../../../test/mail-server.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'

const api = useTestApi()
const usual = getCACertificates('default')
let trusted: { key: string; cert: string }

beforeAll(async () => {
  api.mail.isPrivateAllowed = true
  trusted = await makeCertificate()
  setDefaultCACertificates([...usual, trusted.cert])
})

afterAll(() => setDefaultCACertificates(usual))

/** A mail server until the test ends. */
async function serveMail(options: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}

const values = {
  host: 'localhost',
  security: 'none',
  username: 'asha',
  password: 'right',
  fromName: 'Asha "Salon"',
  fromEmail: 'asha@shop.in',
  to: 'ravi@home.in',
}

async function ask(person: Person, body: object) {
  const answer = await person.call('POST', '/api/auth/test-smtp', { body: { ...values, ...body } })
  expect(answer.status).toBe(200)
  return testSmtpCall.answer.parse(answer.body)
}

const names = (stages: { stage: string; ok: boolean }[]) =>
  stages.map(({ stage, ok }) => `${ok ? '' : 'not '}${stage}`)

const save = (person: Person, smtp: object) =>
  person.call('PUT', '/api/auth/settings', { body: { settings: { smtp } } })

const saved = { ...values, to: undefined }

async function lastTest(person: Person) {
  return (await person.call('GET', '/api/auth/profile')).body.user.settings.smtp.lastTest
}

test.each([
  ['tls', { secure: true }],
  ['starttls', {}],
])('a test e-mail is sent over %s, with each stage reported', async (security, options) => {
  const owner = await api.newOwner()
  const { port, letters } = await serveMail({ ...options, ...trusted })
  await save(owner, { ...saved, port, security })

  // The saved password is used where none is given.
  const { success, stages } = await ask(owner, { port, security, password: undefined })

  expect(stages).toMatchObject([
    { stage: 'connect', ok: true, ms: expect.any(Number) },
    { stage: 'auth', ok: true },
    { stage: 'send', ok: true, messageId: expect.stringMatching(/^<.+@shop\.in>$/) },
  ])
  expect(success).toBe(true)
  expect(letters).toMatchObject([{ from: 'asha@shop.in', to: ['ravi@home.in'] }])
  expect(letters[0]?.raw).toContain('Auto-Submitted: auto-generated')
  expect(await lastTest(owner)).toEqual({ at: expect.any(String), ok: true })
})

test.each([
  { host: '127.0.0.1', security: 'none' },
  { security: 'none' },
  { username: 'ravi' },
  {},
])('the saved password is never sent to another server or user: %j', async (other) => {
  const owner = await api.newOwner()
  const passwords: unknown[] = []
  const { port } = await serveMail({
    ...trusted,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password)
      done(null, { user: 'asha' })
    },
  })
  const server = { port, security: 'starttls' }
  const away = Object.keys(other).length === 0
  await save(owner, { ...saved, ...server, ...(away && { port: await freePort() }) })

  const { stages } = await ask(owner, { ...server, password: undefined, ...other })

  expect(passwords).toEqual([])
  expect(stages.at(-1)).toMatchObject({ stage: 'auth', ok: false, code: 'ENOPASSWORD' })
  expect(await lastTest(owner)).toBeNull()
  const given = await ask(owner, { ...server, password: 'right' })
  expect([given.success, new Set(passwords)]).toEqual([true, new Set(['right'])])
})

test('a test of unsaved values does not change the last test', async () => {
  const owner = await api.newOwner()
  const { port } = await serveMail(trusted)
  const server = { port, security: 'starttls' }
  await save(owner, { ...saved, ...server })
  await ask(owner, { ...server, password: undefined })

  await ask(owner, { ...server, fromEmail: 'ravi@shop.in', password: 'wrong' })
  await ask(owner, { ...server, port: await freePort() })
  await ask(owner, { ...server, password: 'wrong' })
  expect(await lastTest(owner)).toMatchObject({ ok: true })
})

test('a wrong password fails at sign-in, with our own message', async () => {
  const owner = await api.newOwner()
  const { port, letters } = await serveMail(trusted)
  await save(owner, { ...saved, port, security: 'starttls', password: 'wrong-pw' })

  const { stages } = await ask(owner, { port, security: 'starttls', password: 'wrong-pw' })

  expect(names(stages)).toEqual(['connect', 'not auth'])
  const message = '535 Username and password not accepted.'
  expect(stages.at(-1)).toMatchObject({ code: 'EAUTH', message, hint: 'Use an app password.' })
  expect(letters).toEqual([])
  expect(await lastTest(owner)).toMatchObject({ ok: false, stage: 'auth', message })
  expect(JSON.stringify(stages) + api.log.join('')).not.toMatch(/Secret banner|wrong-pw/)
})

test('nothing is sent without a secure connection, and each connection error has its code', async () => {
  const plain = await serveMail({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  const untrusted = await serveMail(await makeCertificate())
  const web = await serve((socket) => socket.end('HTTP/1.1 400 Secret of the web server\r\n\r\n'))
  const silent = await serve((socket) => socket.destroy())

  for (const [server, code] of [
    [{ port: plain.port, security: 'starttls' }, 'ETLS'],
    [{ port: plain.port, security: 'tls' }, 'ETLS'],
    [{ port: untrusted.port, security: 'starttls' }, 'ECERT'],
    [{ port: await freePort() }, 'ECONNREFUSED'],
    [{ port: 25, host: 'mail.invalid' }, 'ENOTFOUND'],
    [{ port: web }, 'EPROTOCOL'],
    [{ port: silent }, 'ECONNECTION'],
  ] as const) {
    const { success, stages } = await ask(await api.newOwner(), server)
    expect({ success, names: names(stages) }).toEqual({ success: false, names: ['not connect'] })
    expect(stages[0]?.code).toBe(code)
    expect(JSON.stringify(stages)).not.toContain('Secret of')
  }
  expect([...plain.letters, ...untrusted.letters]).toEqual([])
})

async function serve(greet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => greet(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a refused recipient fails at the last stage', async () => {
  const owner = await api.newOwner()
  const { port } = await serveMail({
    ...trusted,
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('Secret banner'), { responseCode: 550 })),
  })

  const { stages } = await ask(owner, { port, security: 'starttls' })

  expect(stages.at(-1)).toMatchObject({ stage: 'send', ok: false, code: 'EENVELOPE' })
  expect(stages.at(-1)?.message).toMatch(/^550 /)
})

test.each([
  [{ to: 'a@b.in\r\nBcc: evil@x.in' }, '#/to'],
  [{ to: 'a@b.in, evil@x.in' }, '#/to'],
  [{ fromEmail: 'a@b.in>\r\nRCPT TO:<evil@x.in' }, '#/fromEmail'],
])('%j is refused before connecting', async (change, pointer) => {
  const owner = await api.newOwner()
  const body = { ...values, port: 587, ...change }
  const refused = await owner.call('POST', '/api/auth/test-smtp', { body })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
})

test('a sender name with line breaks adds no headers', async () => {
  const { port, letters } = await serveMail(trusted)
  const fromName = 'A\r\nBcc: evil@x.in\r\n\r\nB'

  await ask(await api.newOwner(), { port, security: 'starttls', fromName })

  expect(letters).toMatchObject([{ to: ['ravi@home.in'] }])
  expect(letters[0]?.raw).not.toMatch(/^Bcc:/im)
})

test('in production private addresses and other ports are refused', async () => {
  const owner = await api.newOwner()
  const { port } = await serveMail(trusted)
  api.mail.isPrivateAllowed = false
  onTestFinished(() => void (api.mail.isPrivateAllowed = true))

  const other = await owner.call('POST', '/api/auth/test-smtp', { body: { ...values, port } })
  expect(other).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/port' }] } })
  for (const host of ['localhost', '169.254.169.254', '[::1]']) {
    expect(names((await ask(owner, { host, port: 587 })).stages)).toEqual(['not connect'])
  }
})

test('tests are limited to five a minute', async () => {
  const owner = await api.newOwner()
  const port = await freePort()
  const again = () => owner.call('POST', '/api/auth/test-smtp', { body: { ...values, port } })

  const answers = await Promise.all(Array.from({ length: 7 }, again))

  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})
