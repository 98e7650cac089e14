import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { accountStats } from '../testing/account.ts'
import {
  cacheOwner,
  changedOwner,
  openSettings,
  save,
  acceptSettings,
} from '../testing/open-settings.tsx'

beforeEach(() => cacheOwner(owner))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the messages section saves texts and offers only usable templates', async () => {
  const aTemplate = (name: string, parts: object = {}) => ({
    name,
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    body: `Body of ${name}`,
    buttons: [],
    variables: [],
    parameterFormat: 'POSITIONAL',
    updatedAt: '2026-11-21T10:00:00Z',
    ...parts,
  })
  const items = [
    aTemplate('answer_waits'),
    aTemplate('offer', { category: 'MARKETING' }),
    aTemplate('asked', { status: 'PENDING' }),
    aTemplate('blanks', { variables: [{ name: '1', example: 'Ravi' }] }),
  ]
  server.use(
    http.get('*/api/chats/templates', () => HttpResponse.json({ items, nextCursor: null })),
  )
  const sent = acceptSettings(changedOwner({}))
  openSettings('#messages')
  await userEvent.type(
    screen.getByRole('textbox', { name: 'When your balance is used up' }),
    'Back on Monday.',
  )
  const nudge = screen.getByRole('combobox', {
    name: 'When a reply waits for a closed 24-hour window',
  })
  await within(nudge).findByRole('option', { name: 'answer_waits · Body of answer_waits' })
  expect(within(nudge).getAllByRole('option')).toHaveLength(2)
  await userEvent.selectOptions(nudge, 'answer_waits')
  await save()

  await screen.findByText(/^Saved /)
  const changed = { exhaustedMessage: 'Back on Monday.', nudgeTemplate: 'answer_waits' }
  expect(sent[0]).toEqual({ settings: { assistant: changed } })
})

test('a chosen template that is no longer usable is shown as such', async () => {
  const { settings } = owner
  const assistant = { ...settings.assistant, nudgeTemplate: 'old_one' }
  cacheOwner({ ...owner, settings: { ...settings, assistant } })
  server.use(
    http.get('*/api/chats/templates', () => HttpResponse.json({ items: [], nextCursor: null })),
  )
  openSettings('#messages')

  expect(await screen.findByRole('option', { name: 'old_one (cannot be used now)' })).toBeVisible()
  expect(screen.getByRole('combobox')).toHaveValue('old_one')
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription(/no such template/)
})

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Argentina/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
  ['Pacific/Pohnpei', 'Pacific/Pohnpei'],
  ['US/Eastern', 'America/New York'],
  // Newer than the browser.
  ['America/New_City', 'America/New City'],
])('the time zone %s is shown as %s, and another can be chosen', async (timeZone, shown) => {
  const { settings } = owner
  cacheOwner({ ...owner, settings: { ...settings, business: { ...settings.business, timeZone } } })
  server.use(http.get('*/api/auth/stats', () => HttpResponse.json(accountStats)))
  const sent = acceptSettings(changedOwner({}))
  openSettings('#business')
  const box = screen.getByRole('combobox', { name: 'Time zone' })
  expect(box).toHaveValue(shown)

  await userEvent.clear(box)
  await userEvent.type(box, 'Berlin')
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Berlin/ }))
  await save()

  await screen.findByText(/^Saved /)
  expect(sent).toEqual([{ settings: { business: { timeZone: 'Europe/Berlin' } } }])
})

test('changing the time zone shows that bookings keep their local time', async () => {
  const bookings = { today: 0, tomorrow: 1, upcoming: 3 }
  server.use(http.get('*/api/auth/stats', () => HttpResponse.json({ ...accountStats, bookings })))
  cacheOwner(owner)
  openSettings('#business')
  const box = screen.getByRole('combobox', { name: 'Time zone' })
  expect(box).not.toHaveAccessibleDescription(/bookings/)

  await userEvent.clear(box)
  await userEvent.type(box, 'Berlin')
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Berlin/ }))

  await waitFor(() =>
    expect(box).toHaveAccessibleDescription(
      /^3 upcoming bookings keep their times: 17:30 stays 17:30/,
    ),
  )
})

test('quick replies are added, written, deleted and saved in their order', async () => {
  const { settings } = owner
  const quickReplies = ['one', 'two', 'three'].map((each) => ({ name: each, text: `Text ${each}` }))
  cacheOwner({ ...owner, settings: { ...settings, inbox: { ...settings.inbox, quickReplies } } })
  const sent = acceptSettings(changedOwner({}))
  openSettings('#replies')
  await userEvent.click(screen.getByRole('button', { name: 'Remove quick reply 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add a quick reply' }))
  await save()
  // An empty name is refused at the field.
  const added = screen.getAllByRole('textbox', { name: 'Name' })[2]
  expect(added).toHaveAccessibleDescription(/From 1 to 40 characters/)
  if (added === undefined) throw new Error('Not added')
  await userEvent.type(added, 'parking')
  await userEvent.type(
    screen.getAllByRole('textbox', { name: 'Text' })[2] ?? added,
    'Behind the house.',
  )
  expect(screen.getByRole('button', { name: 'Move parking' })).toBeVisible()
  await save()

  await screen.findByText(/^Saved /)
  const saved = [
    { name: 'one', text: 'Text one' },
    { name: 'three', text: 'Text three' },
    { name: 'parking', text: 'Behind the house.' },
  ]
  expect(sent[0]).toEqual({ settings: { inbox: { quickReplies: saved } } })
})

test.each([
  ['Pacific/Kiritimati', '2026-11-22'],
  ['Pacific/Niue', '2026-11-20'],
])('a new holiday starts today in the time zone %s', (timeZone, today) => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:30:00Z'), toFake: ['Date'] })
  const { settings } = owner
  cacheOwner({ ...owner, settings: { ...settings, business: { ...settings.business, timeZone } } })
  openSettings('#hours')
  fireEvent.click(screen.getByRole('button', { name: 'Add a holiday' }))

  expect(screen.getByLabelText('First day')).toHaveValue(today)
  expect(screen.getByLabelText('Last day')).toHaveValue(today)
})

test('refused hours are described by their error', async () => {
  openSettings('#hours')
  const to = screen.getByLabelText('Monday closes at')
  const from = screen.getByLabelText<HTMLInputElement>('Monday opens at')
  fireEvent.change(to, { target: { value: from.value } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByRole('alert')
  expect(to).toHaveAccessibleDescription('Opening and closing time must not be the same.')
  expect(from).toHaveAccessibleDescription('Opening and closing time must not be the same.')
})

test('the export is saved as one file, and an error can be retried', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  server.use(
    http.get('*/api/auth/export', () => new HttpResponse(null, { status: 500 }), { once: true }),
    http.get('*/api/auth/export', () => new HttpResponse('zip')),
  )
  openSettings('#account')
  const make = screen.getByRole('button', { name: 'Create export' })

  await userEvent.click(make)
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error.')
  expect(saved).not.toHaveBeenCalled()

  await userEvent.click(make)
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('an import shows what was added, and a refused file what to do', async () => {
  const problem = (code: string, errors: { pointer: string }[] = []) => ({
    type: 'about:blank',
    title: 'Some values are not valid',
    status: 422,
    code,
    traceId: 't',
    errors: errors.map((error) => ({ ...error, code: 'required', detail: 'This is required.' })),
  })
  const sent: string[] = []
  const answers = [
    HttpResponse.json(problem('validation_failed', [{ pointer: '#' }]), { status: 422 }),
    HttpResponse.json(problem('validation_failed', [{ pointer: '#/chats/3/id' }]), { status: 422 }),
    HttpResponse.json(problem('body_too_large'), { status: 413 }),
    HttpResponse.json({ success: true, added: { ...nothing, jobs: 2, chats: 40 } }),
    HttpResponse.json({ success: true, added: nothing }),
  ]
  server.use(
    http.get('*/api/auth/profile', () => HttpResponse.json({ user: owner })),
    http.post('*/api/auth/import', async ({ request }) => {
      sent.push(await request.text())
      return answers.shift()
    }),
  )
  openSettings('#account')
  const choose = () =>
    userEvent.upload(
      screen.getByLabelText('Import a file…', { selector: 'input' }),
      new File(['zip'], 'account.zip', { type: 'application/zip' }),
    )

  await choose()
  expect(await screen.findByText(/^Nothing was imported: this is not an export/)).toBeVisible()
  await choose()
  expect(await screen.findByText(/was changed at chats\/3\/id\. Make a new export/)).toBeVisible()
  await choose()
  expect(await screen.findByText(/larger than 16 MB/)).toBeVisible()
  await choose()
  expect(await screen.findByText(/^Imported\. Jobs: 2, contacts: 0, chats: 40,/)).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await choose()
  expect(await screen.findByText('Everything in this file is here already.')).toBeVisible()
  expect(sent).toEqual(['zip', 'zip', 'zip', 'zip', 'zip'])
})

const nothing = {
  jobs: 0,
  contacts: 0,
  chats: 0,
  messages: 0,
  answers: 0,
  remarks: 0,
  settings: 0,
}

test('a text that is too long is kept, and is saved once it is shorter', async () => {
  const sent = acceptSettings(changedOwner({}))
  openSettings('#messages')
  const box = screen.getByRole('textbox', { name: 'When your balance is used up' })
  await userEvent.click(box)
  await userEvent.paste('a'.repeat(1002))
  expect(box).toHaveValue('a'.repeat(1002))
  expect(box).toHaveAccessibleDescription(/^Too long by 2 characters\./)
  await save()
  expect(box).toHaveFocus()
  await userEvent.keyboard('{Backspace}{Backspace}')
  await save()

  await screen.findByText(/^Saved /)
  expect(sent).toEqual([{ settings: { assistant: { exhaustedMessage: 'a'.repeat(1000) } } }])
})

test('a time zone is found by any large city in it', async () => {
  openSettings('#business')
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await userEvent.clear(zone)
  await userEvent.type(zone, 'mumbai')
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Kolkata' }))
  expect(zone).toHaveValue('Asia/Kolkata')
})
