import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { testSmtpResponseSchema } from '@errand/contract/auth'
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
  return testSmtpResponseSchema.parse(answer.body)
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
])('a mail goes out over %s, stage by stage', async (security, options) => {
  const owner = await api.newOwner()
  const { port, letters } = await startMailServer({ ...options, ...trusted })
  await save(owner, { ...saved, port, security })

  const { success, stages } = await ask(owner, { port, security })

  expect(stages).toMatchObject([
    { stage: 'dns', ok: true, ms: expect.any(Number) },
    { stage: 'connect', ok: true },
    { stage: 'tls', ok: true, protocol: 'TLSv1.3' },
    { stage: 'auth', ok: true },
    { stage: 'send', ok: true, messageId: expect.stringMatching(/^<.+@shop\.in>$/) },
  ])
  expect(success).toBe(true)
  expect(letters).toMatchObject([{ from: 'asha@shop.in', to: ['ravi@home.in'] }])
  expect(letters[0]?.body).toContain('Auto-Submitted: auto-generated')
  expect(await lastTest(owner)).toEqual({ at: expect.any(String), ok: true })
})

test('the saved password is used when none is given, and never told', async () => {
  const owner = await api.newOwner()
  const { port } = await startMailServer({ ...trusted })
  await save(owner, { ...saved, port, security: 'starttls' })

  const given = await ask(owner, { port, security: 'starttls', password: undefined })
  const empty = await ask(owner, { port, security: 'starttls', password: '' })

  expect([given.success, empty.success]).toEqual([true, false])
  expect(api.log.join('')).not.toContain('right')
})

test.each([
  { host: '127.0.0.1', security: 'none' },
  { security: 'none' },
  { username: 'ravi' },
  {},
])('the saved password goes to no other server than the saved one: %j', async (other) => {
  const owner = await api.newOwner()
  const passwords: unknown[] = []
  const { port } = await startMailServer({
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

  const { success, stages } = await ask(owner, { ...server, password: undefined, ...other })

  expect(success).toBe(false)
  expect(passwords).toEqual([])
  const failed = stages.find(({ ok }) => !ok)
  expect(failed).toMatchObject({ stage: 'auth', code: 'ENOPASSWORD' })
  expect(await lastTest(owner)).toBeNull()
  const given = await ask(owner, { ...server, password: 'right' })
  expect([given.success, passwords]).toEqual([true, ['right']])
})

test('what was only tried says nothing of the saved values', async () => {
  const owner = await api.newOwner()
  const { port } = await startMailServer({ ...trusted })
  const server = { port, security: 'starttls' }
  await save(owner, { ...saved, ...server })
  await ask(owner, { ...server, password: undefined })

  await ask(owner, { ...server, fromEmail: 'ravi@shop.in', password: 'wrong' })
  await ask(owner, { ...server, port: await freePort() })
  await ask(owner, { ...server, password: 'wrong' })
  expect(await lastTest(owner)).toMatchObject({ ok: true })

  await save(owner, { password: 'wrong' })
  await ask(owner, { ...server, password: 'wrong' })
  expect(await lastTest(owner)).toMatchObject({ ok: false })
})

test('a wrong password fails where it is wrong, in our words', async () => {
  const owner = await api.newOwner()
  const { port, letters } = await startMailServer({ ...trusted })
  await save(owner, { ...saved, port, security: 'starttls', password: 'wrong-pw' })

  const { success, stages } = await ask(owner, { port, security: 'starttls', password: 'wrong-pw' })

  expect(success).toBe(false)
  expect(names(stages)).toEqual(['dns', 'connect', 'tls', 'not auth'])
  const message = '535 Username and password not accepted.'
  expect(stages.at(-1)).toMatchObject({ code: 'EAUTH', message, hint: 'Use an app password.' })
  expect(letters).toEqual([])
  expect(await lastTest(owner)).toMatchObject({ ok: false, stage: 'auth', message })
  expect(JSON.stringify(stages) + api.log.join('')).not.toMatch(/Secret banner|wrong-pw/)
})

test('without a secure connection nothing is sent', async () => {
  const owner = await api.newOwner()
  const plain = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  const untrusted = await startMailServer(await makeCertificate())
  const secure = await startMailServer({ secure: true, ...(await makeCertificate()) })

  const results = [
    await ask(owner, { port: plain.port, security: 'starttls' }),
    await ask(owner, { port: plain.port, security: 'tls' }),
    await ask(owner, { port: untrusted.port, security: 'starttls' }),
    await ask(owner, { port: secure.port, security: 'tls' }),
  ]

  for (const { stages } of results) expect(names(stages)).toEqual(['dns', 'connect', 'not tls'])
  const codes = results.map(({ stages }) => stages.at(-1)?.code)
  expect(codes).toEqual(['ETLS', 'ETLS', 'ECERT', 'ECERT'])
  expect([...plain.letters, ...untrusted.letters, ...secure.letters]).toEqual([])
})

test('a server that is not there, hangs up or speaks something else is told apart', async () => {
  const owner = await api.newOwner()
  const serve = async (greet: (socket: Socket) => void) => {
    const server = createServer((socket) => greet(socket.on('error', () => {}))).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const web = await serve((socket) => socket.end('HTTP/1.1 400 Secret of the web server\r\n\r\n'))
  const silent = await serve((socket) => socket.destroy())

  const away = await ask(owner, { port: await freePort() })
  const unknown = await ask(owner, { port: 25, host: 'mail.invalid' })
  const other = await ask(owner, { port: web })
  const gone = await ask(owner, { port: silent })

  expect(away.stages.at(-1)).toMatchObject({ stage: 'connect', ok: false, code: 'ECONNREFUSED' })
  expect(unknown.stages).toMatchObject([{ stage: 'dns', ok: false, code: 'ENOTFOUND' }])
  expect(other.stages.at(-1)).toMatchObject({ stage: 'tls', ok: false, code: 'EPROTOCOL' })
  expect(gone.stages.at(-1)).toMatchObject({ stage: 'tls', ok: false, code: 'ECONNECTION' })
  expect(JSON.stringify([away, unknown, other, gone])).not.toContain('Secret of')
})

test('a recipient that the server does not take fails at the last stage', async () => {
  const owner = await api.newOwner()
  const { port } = await startMailServer({
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
  [{ host: '' }, '#/host'],
])('%j is refused before anything is asked', async (body, pointer) => {
  const owner = await api.newOwner()

  const refused = await owner.call('POST', '/api/auth/test-smtp', {
    body: { ...values, port: 587, ...body },
  })

  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ pointer }])
})

test('a name with line breaks stays a name', async () => {
  const owner = await api.newOwner()
  const { port, letters } = await startMailServer({ ...trusted })

  await ask(owner, { port, security: 'starttls', fromName: 'A\r\nBcc: evil@x.in\r\n\r\nB' })

  expect(letters).toMatchObject([{ to: ['ravi@home.in'] }])
  expect(letters[0]?.body).not.toMatch(/^Bcc:/im)
})

test('where it counts, servers of our own network and other ports are not talked to', async () => {
  const owner = await api.newOwner()
  const { port } = await startMailServer({ ...trusted })
  api.mail.isPrivateAllowed = false
  onTestFinished(() => void (api.mail.isPrivateAllowed = true))

  const other = await owner.call('POST', '/api/auth/test-smtp', { body: { ...values, port } })
  expect(other).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/port' }] } })
  for (const host of ['localhost', '169.254.169.254', '[::1]']) {
    const { success, stages } = await ask(owner, { host, port: 587 })
    expect({ success, names: names(stages) }).toEqual({ success: false, names: ['not dns'] })
  }
})

test('five tests a minute are enough', async () => {
  const owner = await api.newOwner()
  const port = await freePort()
  const again = () => owner.call('POST', '/api/auth/test-smtp', { body: { ...values, port } })

  const statuses = await Promise.all(Array.from({ length: 7 }, again))

  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 200, 429, 429,
  ])
  const refused = statuses.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})
