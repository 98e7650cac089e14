import { defaultPreferences } from '@errand/contract/default-preferences'
import { settingsSchema } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi, type Person } from '../../../test/test-api.ts'
import { events, secrets, signIns, users } from '../../platform/database/schema.ts'
import { readSecret } from '../../platform/secrets/secrets.repo.ts'

const api = useTestApi()
const profile = '/api/auth/profile'

const put = (person: Person, settings: unknown) =>
  person.call('PUT', '/api/auth/settings', { body: { settings } })

const read = async (person: Person) =>
  settingsSchema.parse((await person.call('GET', profile)).body.user.settings)

const smtp = {
  enabled: true,
  host: 'smtp.shop.in',
  port: 465,
  security: 'tls',
  username: 'asha',
  fromEmail: 'asha@shop.in',
}

test('each section changes the sent settings and keeps the rest', async () => {
  const person = await api.newOwner()

  for (const change of [
    { business: { name: 'Asha Salon', timeZone: 'Europe/Berlin' } },
    { business: { hours: { enabled: true } } },
    { business: { hours: { awayMessage: 'Closed' } }, ui: { theme: 'dark' } },
    { notifications: { email: { handoff: false }, quietHours: { from: '22:00', to: '07:00' } } },
    {
      notifications: {
        email: { lowBalance: false },
        push: { booking: false },
        quietHours: null,
      },
    },
    { assistant: { optOutKeywords: ['stop', 'बंद'] } },
  ]) {
    expect((await put(person, change)).status).toBe(200)
  }

  const { notifications, business, assistant, ...rest } = await read(person)
  expect(business).toEqual({
    ...defaultPreferences.business,
    name: 'Asha Salon',
    timeZone: 'Europe/Berlin',
    hours: { ...defaultPreferences.business.hours, enabled: true, awayMessage: 'Closed' },
  })
  expect(notifications).toEqual({
    ...defaultPreferences.notifications,
    email: { ...defaultPreferences.notifications.email, handoff: false, lowBalance: false },
    push: { ...defaultPreferences.notifications.push, booking: false },
    quietHours: null,
  })
  expect(assistant).toEqual({
    ...defaultPreferences.assistant,
    optOutKeywords: ['stop', 'बंद'],
    signingSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(rest).toMatchObject({
    version: 7,
    ui: { ...defaultPreferences.ui, theme: 'dark' },
    inbox: defaultPreferences.inbox,
  })
})

test.each([
  [{ host: 'mail.other.in' }, false],
  [{ security: 'none' }, false],
  [{ port: 587 }, false],
  [{ username: 'ravi' }, false],
  [{ port: 587, password: 'pw-new' }, true],
  [{ host: 'smtp.shop.in', port: 465, fromName: 'Asha', security: 'starttls' }, true],
])('after %j the password is kept: %s', async (change, isThere) => {
  const person = await api.newOwner()
  await put(person, { smtp: { ...smtp, password: 'pw-7f3a' } })

  const { body } = await put(person, { smtp: change })

  expect(body.user.settings.smtp.passwordSet).toBe(isThere)
})

test('settings that the owner did not choose are not stored', async () => {
  const person = await api.newOwner()
  await put(person, { inbox: { markReadOn: 'reply' } })

  const [row] = await api.database.queries.select().from(users).where(eq(users.uid, person.uid))

  expect(row?.preferences).toEqual({ inbox: { markReadOn: 'reply' } })
})

test('secrets can be set, kept and removed, and are never returned', async () => {
  const person = await api.newOwner()
  const { id: ownerId } = person
  const given = { password: 'pw-7f3a', accessToken: 'EAAG-token', appSecret: 'as-9911' }
  const stored = (name: 'smtp_password' | 'whatsapp_access_token' | 'whatsapp_app_secret') =>
    readSecret(api.database.queries, api.secretBox, { ownerId, name })

  const { accessToken, appSecret, password } = given
  const written = await put(person, {
    smtp: { ...smtp, password },
    whatsapp: { provider: 'cloud_api', phoneNumberId: '1055', accessToken, appSecret },
  })
  expect(written.body.user.settings).toMatchObject({
    smtp: { passwordSet: true },
    whatsapp: { accessTokenSet: true, appSecretSet: true },
  })
  expect(await stored('smtp_password')).toBe(password)
  expect(await stored('whatsapp_app_secret')).toBe(appSecret)

  const kept = await put(person, { smtp: { fromName: 'Asha' }, whatsapp: { accessToken: null } })
  expect(kept.body.user.settings).toMatchObject({
    smtp: { passwordSet: true, fromName: 'Asha' },
    whatsapp: { accessTokenSet: false, appSecretSet: true },
  })
  expect(await stored('whatsapp_access_token')).toBeUndefined()
  await put(person, { smtp: { password: 'pw-other' } })
  expect(await stored('smtp_password')).toBe('pw-other')

  const wrong = await put(person, { smtp: { password: 'x'.repeat(1001), port: 0 } })
  expect(wrong.status).toBe(422)
  const rows = await api.database.queries.select().from(secrets)
  const [row] = await api.database.queries.select().from(users).where(eq(users.id, ownerId))
  const answers = [written, kept, wrong, await person.call('GET', profile)]
  const seen = JSON.stringify([answers.map(({ body }) => body), rows, row, api.log])
  for (const secret of [...Object.values(given), 'pw-other', 'xxxx']) {
    expect(seen).not.toContain(secret)
  }
})

test('a secret of one owner cannot be opened for another', async () => {
  const [first, second] = [await api.newOwner(), await api.newOwner()]
  await put(first, { smtp: { password: 'of-the-first' } })
  const [row] = await api.database.queries
    .select()
    .from(secrets)
    .where(eq(secrets.ownerId, first.id))
  const { id: ownerId } = second
  await api.database.queries.insert(secrets).values({ ...row!, ownerId })

  const stolen = readSecret(api.database.queries, api.secretBox, { ownerId, name: 'smtp_password' })

  await expect(stolen).rejects.toThrow('does not open')
})

test('changing the mail settings clears the last test', async () => {
  const person = await api.newOwner()
  await put(person, { smtp: { ...smtp, password: 'a' } })
  const lastSmtpTest = { at: new Date().toISOString(), ok: true }
  const found = async () => {
    await api.database.queries
      .update(users)
      .set({ findings: { lastSmtpTest } })
      .where(eq(users.uid, person.uid))
  }
  const lastTest = async () => (await read(person)).smtp.lastTest

  await found()
  await put(person, { smtp, ui: { theme: 'dark' } })
  expect(await lastTest()).toEqual(lastSmtpTest)
  for (const change of [{ host: 'mail.shop.in' }, { password: 'b' }, { password: null }]) {
    await found()
    await put(person, { smtp: change })
    expect(await lastTest()).toBeNull()
  }
})

test('a changed number is checked again, and pages receive its status', async () => {
  const person = await api.newOwner()
  const { id: ownerId } = person
  const told = () =>
    api.database.queries
      .select()
      .from(events)
      .where(eq(events.ownerId, ownerId))
      .orderBy(events.seq)
  const whatsapp = { provider: 'cloud_api', phoneNumberId: '1055', wabaId: '2211' }
  await put(person, { ui: { theme: 'dark' } })
  expect((await read(person)).whatsapp.status).toBe('not_connected')

  const connecting = await put(person, { whatsapp: { ...whatsapp, accessToken: 't' } })
  expect(connecting.body.user.settings.whatsapp.status).toBe('connecting')
  const channel = {
    status: 'connected' as const,
    lastInboundAt: '2026-11-21T10:00:00.000Z',
    lastError: { code: 190, message: 'expired', at: '2026-11-21T10:00:00.000Z' },
  }
  await api.database.queries
    .update(users)
    .set({ findings: { channel } })
    .where(eq(users.id, ownerId))
  await put(person, { whatsapp, ui: { theme: 'light' } })
  expect((await read(person)).whatsapp).toMatchObject(channel)

  await put(person, { whatsapp: { accessToken: 'another' } })
  expect((await read(person)).whatsapp).toMatchObject({
    status: 'connecting',
    lastInboundAt: channel.lastInboundAt,
    lastError: null,
  })
  await put(person, { whatsapp: { phoneNumberId: '', wabaId: '' } })
  expect((await read(person)).whatsapp.status).toBe('not_connected')
  const news = (await told()).filter(({ type }) => type === 'channel.updated')
  expect(news.map(({ type, data }) => [type, data])).toEqual([
    ['channel.updated', { status: 'connecting' }],
    ['channel.updated', { status: 'connecting' }],
    ['channel.updated', { status: 'not_connected' }],
  ])
})

test('parallel changes of different sections are all saved', async () => {
  const person = await api.newOwner()
  const changes = [
    { ui: { theme: 'dark' } },
    { inbox: { retentionMonths: 3 } },
    { smtp: { host: 'smtp.shop.in' } },
    { business: { name: 'Asha' } },
  ]

  await Promise.all(changes.map((change) => put(person, change)))

  expect(await read(person)).toMatchObject({ version: 5, ...Object.assign({}, ...changes) })
})

const daysWith = (change: object) => {
  const { days } = defaultPreferences.business.hours
  const hours = { days: days.map((day) => (day.day === 1 ? { ...day, ...change } : day)) }
  return { business: { hours } }
}
const closed = (from: string, to: string) => ({
  business: { hours: { closedDates: [{ from, to }] } },
})
const hoursAt = '#/settings/business/hours'

test.each([
  [{ smtp: { port: 22 } }, '#/settings/smtp/port', 'not_allowed'],
  [{ smtp: { fromEmail: 'a@b.in\r\nBcc: c@d.in' } }, '#/settings/smtp/fromEmail', 'invalid_format'],
  [{ business: { timeZone: 'Mars/Base' } }, '#/settings/business/timeZone', 'invalid'],
  [
    { business: { website: 'javascript:alert(1)' } },
    '#/settings/business/website',
    'invalid_format',
  ],
  [{ billing: { stateCode: '28' } }, '#/settings/billing/stateCode', 'invalid'],
  [
    { assistant: { optOutKeywords: ['\u200B'] } },
    '#/settings/assistant/optOutKeywords/0',
    'too_short',
  ],
  [daysWith({ day: 2 }), `${hoursAt}/days/2/day`, 'duplicate'],
  [daysWith({ open: true, from: '18:00', to: '18:00' }), `${hoursAt}/days/1/to`, 'no_time'],
  [closed('2026-12-26', '2026-12-24'), `${hoursAt}/closedDates/0/to`, 'too_early'],
  // What no schema knows, however deep; and scripts that invoices have no letters for.
  [{ ui: { Theme: 'dark' } }, '#/settings/ui/Theme', 'unknown'],
  [{ business: { hours: { awaymessage: 'Closed' } } }, `${hoursAt}/awaymessage`, 'unknown'],
  [{ business: { name: '花子サロン' } }, '#/settings/business/name', 'unwritable_script'],
  [{ billing: { address: '12 MG Road\nසිංහල' } }, '#/settings/billing/address', 'unwritable_script'],
])('%j is refused and changes nothing', async (change, pointer, code) => {
  const person = await api.newOwner()

  const refused = await put(person, { notifications: { sound: false }, ...change })

  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } })
  expect(await read(person)).toMatchObject({ version: 1, notifications: { sound: true } })
})

test.each([
  { business: { name: 'आशा 💇‍♀️ Salon & Сын – Ασα (شركة النور) ՀԱՅ' } },
  { business: { name: '花子サロン' }, billing: { legalName: 'Hanako Salon' } },
  daysWith({ open: false, from: '00:00', to: '00:00' }),
  daysWith({ open: true, from: '18:00', to: '02:00' }),
])('%j is accepted', async (change) => {
  expect((await put(await api.newOwner(), change)).status).toBe(200)
})

test('the time an owner was last seen is updated after five minutes', async () => {
  const person = await api.newOwner()
  const { queries } = api.database
  for (const path of ['/api/jobs', profile]) {
    for (const [minutesAgo, isNoted] of [
      [4, false],
      [6, true],
    ] as const) {
      const at = new Date(Date.now() - minutesAgo * 60_000)
      await queries.update(users).set({ lastSeenAt: at }).where(eq(users.uid, person.uid))
      await queries.update(signIns).set({ lastUsedAt: at }).where(eq(signIns.ownerId, person.id))
      // As a process does that has just started.
      api.openSignIns().forget(undefined)
      await person.call('GET', path)
      const { lastSeenAt } = (await person.call('GET', profile)).body.user
      expect(Date.parse(lastSeenAt) > at.getTime()).toBe(isNoted)
    }
  }
})
