import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { useTestApi, type Person } from '../../../test/test-api.ts'

const api = useTestApi()

const put = (person: Person, settings: unknown) =>
  person.call('PUT', '/api/auth/settings', { body: { settings } })

const usualDays = defaultPreferences.business.hours.days
const daysWith = (change: object) => ({
  business: {
    hours: { days: usualDays.map((day) => (day.day === 1 ? { ...day, ...change } : day)) },
  },
})
const closed = (from: string, to: string) => ({
  business: { hours: { closedDates: [{ from, to }] } },
})

test.each([
  [{ smtp: { port: 22 } }, '#/settings/smtp/port', 'not_allowed'],
  [
    { inbox: { quickReplies: [{ name: 'a', text: '\u3164' }] } },
    '#/settings/inbox/quickReplies/0/text',
    'too_short',
  ],
  [
    { assistant: { optOutKeywords: ['\u200B'] } },
    '#/settings/assistant/optOutKeywords/0',
    'too_short',
  ],
  [daysWith({ day: 2 }), '#/settings/business/hours/days/2/day', 'duplicate'],
  [
    daysWith({ open: true, from: '18:00', to: '18:00' }),
    '#/settings/business/hours/days/1/to',
    'no_time',
  ],
  [closed('2026-12-26', '2026-12-24'), '#/settings/business/hours/closedDates/0/to', 'too_early'],
])('%j cannot work and is not taken', async (change, pointer, code) => {
  const person = await api.newOwner()

  const refused = await put(person, change)

  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } })
})

test.each([
  [{ business: { name: '花子サロン' } }, '#/settings/business/name'],
  [{ billing: { legalName: 'ร้านเสริมสวย Asha' } }, '#/settings/billing/legalName'],
  [{ billing: { address: '12 MG Road\nසිංහල' } }, '#/settings/billing/address'],
])('%j is in a script that invoices have no letters for', async (change, pointer) => {
  const refused = await put(await api.newOwner(), change)

  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ pointer, code: 'unwritable_script', detail: expect.any(String) }] },
  })
})

test.each([
  [{ theme: 'dark' }, '#/theme'],
  [{ business: { name: 'Salon' } }, '#/business'],
  [{ settings: { theme: 'dark' } }, '#/settings/theme'],
  [{ settings: { ui: { Theme: 'dark' } } }, '#/settings/ui/Theme'],
  [
    { settings: { business: { hours: { awaymessage: 'Closed' } } } },
    '#/settings/business/hours/awaymessage',
  ],
  [
    { settings: { notifications: { email: { weekly: true } } } },
    '#/settings/notifications/email/weekly',
  ],
  [
    { settings: { inbox: { quickReplies: [{ name: 'a', text: 'b', icon: 'c' }] } } },
    '#/settings/inbox/quickReplies/0/icon',
  ],
  [{ name: 'Asha', settings: { version: 1 } }, '#/settings/version'],
])(
  '%j, which no schema knows, is refused by its name and changes nothing',
  async (body, pointer) => {
    const person = await api.newOwner()
    const before = (await person.call('GET', '/api/auth/profile')).body

    expect(await person.call('PUT', '/api/auth/settings', { body })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code: 'unknown' }] },
    })
    const after = (await person.call('GET', '/api/auth/profile')).body
    expect(Object(after).user.settings).toEqual(Object(before).user.settings)
    expect(Object(after).user.name).toBe(Object(before).user.name)
  },
)

test.each([
  { business: { name: 'आशा 💇‍♀️ Salon & Сын – Ασα (شركة النور) ՀԱՅ' } },
  { business: { name: '花子サロン' }, billing: { legalName: 'Hanako Salon' } },
  { smtp: { port: 465 } },
  daysWith({ open: false, from: '00:00', to: '00:00' }),
  daysWith({ open: true, from: '18:00', to: '02:00' }),
  closed('2026-12-24', '2026-12-24'),
])('%j can work', async (change) => {
  expect((await put(await api.newOwner(), change)).status).toBe(200)
})
