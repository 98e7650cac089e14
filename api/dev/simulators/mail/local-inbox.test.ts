import { testSmtpCall } from '@errand/contract/auth'
import { freePort } from '@errand/database/testing'
import { expect, test } from 'vitest'

import {
  createMailer,
  type OutgoingEmail,
  type MailServer,
} from '../../../src/platform/mail/mailer.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { openSimulators } from '../open-simulators.ts'
import { toSimulatorSettings } from '../simulator-settings.ts'

let mailPort: number
const api = useTestApi({
  simulators: async () => {
    mailPort = await freePort()
    api.mail.inboxPort = mailPort
    return openSimulators(toSimulatorSettings({ mailPort }, 5000))
  },
})
const origin = 'http://localhost:5000'

async function ask(person: Person, change: object) {
  const body = {
    host: 'localhost',
    port: mailPort,
    security: 'none',
    username: 'asha',
    password: 'anything',
    fromName: 'Asha',
    fromEmail: 'asha@shop.example',
    to: 'ravi@home.example',
    ...change,
  }
  const answer = await person.call('POST', '/api/auth/test-smtp', { body })
  expect(answer.status).toBe(200)
  const { stages } = testSmtpCall.answer.parse(answer.body)
  const failed = stages.find(({ ok }) => !ok)
  return [stages.length, failed?.stage, failed?.code]
}

const letter: OutgoingEmail = {
  messageId: '<a1@shop.example>',
  from: { name: 'Asha', address: 'asha@shop.example' },
  to: ['ravi@home.example'],
  cc: [],
  subject: 'नमस्ते <b>',
  text: 'Plain words',
  html: '<p>Rich <img src="https://tracker.example/x.png"><script>alert(1)</script></p>',
  attachments: [
    { filename: 'चैट.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  ],
}
const inbox = (): MailServer => ({
  host: 'localhost',
  port: mailPort,
  security: 'none',
  username: '',
  password: undefined,
})
const send = (change: Partial<OutgoingEmail> = {}) =>
  createMailer({ isPrivateAllowed: false, inboxPort: mailPort }).send(inbox(), {
    ...letter,
    ...change,
  })
const get = (path: string, headers = {}) => api.request(`${origin}/simulator${path}`, { headers })
const letters = async () => {
  const { items } = (await (await get('/mail/letters')).json()) as {
    items: { id: string; to: string[] }[]
  }
  return items
}

test('the inbox takes what goes well, and each stage can be made to fail', async () => {
  const owner = await api.newOwner()
  const other = await api.newOwner()

  expect(await ask(owner, {})).toEqual([3, undefined, undefined])
  expect(await ask(owner, { username: 'refused' })).toEqual([2, 'auth', 'EAUTH'])
  expect(await ask(owner, { to: 'refused@home.example' })).toEqual([3, 'send', 'EENVELOPE'])
  expect(await ask(owner, { to: 'full@home.example' })).toEqual([3, 'send', 'EMESSAGE'])
  expect(await ask(owner, { security: 'starttls' })).toEqual([1, 'connect', 'ECERT'])
  expect(await ask(other, { security: 'tls' })).toEqual([1, 'connect', 'ETLS'])
  expect(await ask(other, { host: '10.0.0.1' })).toEqual([1, 'connect', 'EPRIVATE'])
  expect(await ask(other, { port: 2525 })).toEqual([1, 'connect', 'EPRIVATE'])

  expect(await letters()).toMatchObject([
    { to: ['ravi@home.example'], subject: 'Your mail server works' },
  ])
})

test('an owner is told where it is, to take it by a click', async () => {
  const owner = await api.newOwner()

  const { body } = await owner.call('GET', '/api/auth/profile')

  const place = { host: 'localhost', port: mailPort, security: 'none' }
  expect(body.user.settings.smtp.localInbox).toEqual(place)
})

test('a letter is taken that is tried again', async () => {
  const to = ['later@home.example']

  await expect(send({ to })).rejects.toMatchObject({ responseCode: 451 })
  await send({ to })

  expect((await letters())[0]?.to).toEqual(to)
})

test('what a letter holds is shown and cannot run or fetch anything', async () => {
  await send()
  const [{ id } = { id: '' }] = await letters()

  const page = await (await get(`/mail/${id}`)).text()
  const html = await get(`/mail/${id}/html`)
  const file = await get(`/mail/${id}/attachments/0`)

  expect(page).toContain('नमस्ते &lt;b&gt;')
  expect(page).toContain(`<iframe sandbox title="Letter" src="/simulator/mail/${id}/html">`)
  expect(html.headers.get('content-security-policy')).toMatch(
    /^sandbox; default-src 'none'; img-src data:;/,
  )
  expect(await html.text()).toContain('Rich')
  expect(await (await get(`/mail/${id}?view=text`)).text()).toContain('Plain words')
  expect(await (await get(`/mail/${id}?view=source`)).text()).toContain('Subject: =?UTF-8?')
  expect(await file.text()).toBe('%PDF-1.7')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*%E0%A4%9A/)
  expect((await get('/mail/none')).status).toBe(404)
})

test('the list hears of a new letter and can be emptied', async () => {
  const answer = await get('/mail/events')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('event: open')

  await send()

  expect((await reader.read()).value).toContain('event: change')
  await reader.cancel()
  await api.request(`${origin}/simulator/mail/clear`, { method: 'POST' })
  expect(await letters()).toEqual([])
  expect(await (await get('/mail')).text()).toContain('No letter yet.')
})

test.each([
  ['through a proxy', origin, { 'x-forwarded-for': '203.0.113.9' }, 403],
  ['by another name', 'http://shop.example:5000', {}, 403],
  ['from another site', origin, { 'sec-fetch-site': 'cross-site' }, 403],
  ['from a page of its own', origin, { 'sec-fetch-site': 'same-origin' }, 303],
])('who comes %s gets %s', async (_, from, headers, status) => {
  const answer = await api.request(`${from}/simulator/mail/clear`, { method: 'POST', headers })

  expect(answer.status).toBe(status)
})

/** The files that a page or a script names. */
const namesIn = (text: string) =>
  [...text.matchAll(/(?:(?:src|href)="|from ')((?:\/simulator\/assets|\.)\/[\w.-]+)/g)].map(
    ([, name = '']) => new URL(name, 'http://localhost/simulator/assets/').pathname,
  )

test.each(['', '/mail', '/services'])(
  'the page at /simulator%s runs only files of its own, which are all there',
  async (path) => {
    const page = await get(path)
    const html = await page.text()

    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    const named = new Set(namesIn(html))
    for (const name of named) {
      const asset = await api.request(`${origin}${name}`)
      expect(`${name} ${asset.status}`).toBe(`${name} 200`)
      for (const other of namesIn(await asset.text())) named.add(other)
    }
    expect(named.size).toBeGreaterThan(0)
  },
)

test.each(['phone-view.ts', '..%2Fpage.ts', 'checkout.js'])(
  '%s is no file of a page',
  async (name) => {
    expect((await get(`/assets/${name}`)).status).toBe(404)
  },
)
