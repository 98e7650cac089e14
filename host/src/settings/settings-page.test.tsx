import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import {
  cacheOwner,
  changedOwner,
  flushNotifications,
  openSettings,
  save,
  acceptSettings,
} from '../testing/open-settings.tsx'

beforeEach(() => cacheOwner(owner))

const name = () => screen.getByRole('textbox', { name: 'Name' })
const email = () => screen.getByRole('textbox', { name: 'E-mail' })
const problem = (status: number, parts: object) => () =>
  HttpResponse.json({ type: 't', title: 'No', status, traceId: 't', ...parts }, { status })

test('a section is saved on its own', async () => {
  const sent = acceptSettings(changedOwner({ name: 'Asha R', email: 'a@shop.example' }))
  openSettings('#profile')
  await userEvent.type(name(), ' R')
  await userEvent.type(email(), 'a@shop.example')
  expect(screen.getByText('Not saved yet')).toBeVisible()
  await save()

  await screen.findByText(/^Saved /)
  expect(sent).toEqual([{ name: 'Asha R', email: 'a@shop.example' }])
  expect(queryClient.getQueryData(profileQuery().queryKey)?.settings.version).toBe(4)
})

test('an invalid e-mail address is refused at its field', async () => {
  openSettings('#profile')
  await userEvent.type(email(), 'asha@')
  await save()

  expect(email()).toHaveAccessibleDescription(/Enter an e-mail address/)
  expect(email()).toHaveFocus()
})

test('an error of the api is shown at its field', async () => {
  server.use(
    http.put(
      '*/api/auth/settings',
      problem(422, {
        code: 'validation_failed',
        errors: [{ pointer: '#/email', code: 'taken', detail: 'Another account has it.' }],
      }),
    ),
  )
  openSettings('#profile')
  await userEvent.type(email(), 'a@shop.example')
  await save()

  expect(await screen.findByRole('alert')).toHaveTextContent('Another account has it.')
  expect(email()).toHaveAccessibleDescription('Another account has it.')
  expect(email()).toHaveFocus()
})

test('changes saved elsewhere appear beside typed ones, and only typed ones are sent', async () => {
  const sent = acceptSettings(changedOwner({ name: 'Asha R', email: 'u@shop.example' }, 8))
  openSettings('#profile')
  await userEvent.type(name(), ' R')
  cacheOwner(changedOwner({ email: 'u@shop.example' }, 7))
  await screen.findByDisplayValue('u@shop.example')
  expect(name()).toHaveValue('Asha R')
  await save()

  await screen.findByText(/^Saved /)
  expect(sent).toEqual([{ name: 'Asha R' }])
})

test('a restored draft is applied on top of newer saved values', async () => {
  openSettings('#profile')
  await userEvent.type(name(), ' R')
  await userEvent.click(screen.getByRole('link', { name: 'E-mail sending' }))
  cacheOwner(changedOwner({ email: 'u@shop.example' }, 7))
  await userEvent.click(screen.getByRole('link', { name: 'Profile' }))

  expect(screen.getByText('Your unsaved changes are back.')).toBeVisible()
  expect(name()).toHaveValue('Asha R')
  expect(email()).toHaveValue('u@shop.example')
  await userEvent.click(screen.getByRole('button', { name: 'Discard them' }))
  expect(name()).toHaveValue('Asha')
})

test('typed values survive a change of section, without secrets', async () => {
  openSettings('#smtp')
  const host = () => screen.getByRole('textbox', { name: 'Server' })
  await userEvent.type(host(), 'smtp.shop.example')
  await userEvent.type(screen.getByLabelText('Password'), 'hunter2')
  await userEvent.click(screen.getByRole('link', { name: 'Profile' }))
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('hunter2')

  await userEvent.click(screen.getByRole('link', { name: 'E-mail sending' }))
  expect(host()).toHaveValue('smtp.shop.example')
  await userEvent.click(screen.getByRole('button', { name: 'Discard them' }))
  expect(host()).toHaveValue('')
})

test('D16: hours, holidays and the closed message are saved, and one day’s hours can be copied to all', async () => {
  const sent = acceptSettings(changedOwner({}))
  openSettings('#hours')
  const from = screen.getByLabelText('Monday opens at')
  await userEvent.clear(from)
  await userEvent.type(from, '10:30')
  await userEvent.click(screen.getByRole('button', { name: 'Copy to all days: Monday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add a holiday' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Occasion' }), 'Diwali')
  const away = screen.getByRole('textbox', { name: /^Message when closed/ })
  await userEvent.clear(away)
  await userEvent.type(away, 'We are closed.')
  await save()

  await screen.findByText(/^Saved /)
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, open: true, from: '10:30', to: '18:00' }))
  const closedDates = [expect.objectContaining({ label: 'Diwali' })]
  const hours = { days, closedDates, awayMessage: 'We are closed.' }
  expect(sent[0]).toMatchObject({ settings: { business: { hours } } })
})

test('a day has a break, which is copied with it and can be removed', async () => {
  const sent = acceptSettings(changedOwner({}))
  openSettings('#hours')
  const add = screen.getByRole('button', { name: 'Add a break: Monday' })
  add.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Remove the break: Monday' })).toHaveFocus()
  const end = screen.getByLabelText('Monday: the break ends at')
  fireEvent.change(end, { target: { value: '20:00' } })
  await save()
  expect(end).toHaveFocus()
  expect(end).toHaveAccessibleDescription(
    'The break must be between opening and closing, and end after it begins.',
  )
  expect(sent).toEqual([])

  fireEvent.change(end, { target: { value: '15:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Copy to all days: Monday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the break: Tuesday' }))
  expect(screen.queryByLabelText('Tuesday: the break ends at')).not.toBeInTheDocument()
  await save()

  await screen.findByText(/^Saved /)
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    day,
    pause: day === 2 ? null : { from: '13:00', to: '15:00' },
  }))
  expect(sent[0]).toMatchObject({ settings: { business: { hours: { days } } } })
})

test('a mail server is tested with the typed values, and the test shows where it stopped', async () => {
  let tried: unknown
  server.use(
    http.post('*/api/auth/test-smtp', async ({ request }) => {
      tried = await request.json()
      return HttpResponse.json({
        success: false,
        stages: [
          { stage: 'connect', ok: true, ms: 30 },
          { stage: 'auth', ok: false, message: '535 refused', hint: 'Use an app password.' },
        ],
      })
    }),
  )
  openSettings('#smtp')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Provider' }), 'Gmail')
  await userEvent.type(screen.getByRole('textbox', { name: 'Sender address' }), 'a@shop.example')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Test' }))

  const ladder = await screen.findByRole('list', { name: 'Test' })
  const stages = within(ladder).getAllByRole('listitem')
  expect(stages.map((stage) => within(stage).getByRole('img').ariaLabel)).toEqual([
    'Passed',
    'Failed',
    'Not tested',
  ])
  expect(stages[1]).toHaveTextContent('535 refused Use an app password.')
  expect(tried).toMatchObject({
    host: 'smtp.gmail.com',
    port: 465,
    security: 'tls',
    password: 'wrong',
    to: 'a@shop.example',
  })
})

test('a refused deletion shows an error and changes nothing', async () => {
  server.use(http.delete('*/api/auth/account', () => new HttpResponse(null, { status: 500 })))
  openSettings('#account')
  await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Type DELETE to confirm' }), 'DELETE')
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))

  await screen.findByText('Failed to delete account')
  expect(screen.getByRole('button', { name: 'Delete account…' })).toBeEnabled()
})

test('an amount is saved to the paisa, and an invalid one is not sent', async () => {
  const sent = acceptSettings(changedOwner({}))
  openSettings('#assistant')
  const amount = await screen.findByRole('textbox', { name: 'Daily spending limit' })
  await userEvent.type(amount, '1,099.155')
  await save()
  expect(amount).toHaveAccessibleDescription(/Enter an amount/)
  expect(sent).toEqual([])

  await userEvent.type(amount, '{Backspace}')
  await save()
  await screen.findByText(/^Saved /)
  expect(sent).toEqual([{ settings: { assistant: { dailySpendCapMinor: 109_915 } } }])
})

test('an invalid amount is kept as typed', async () => {
  const { unmount } = openSettings('#assistant')
  const amount = () => screen.findByRole('textbox', { name: 'Daily spending limit' })
  await userEvent.type(await amount(), '12a')
  unmount()
  openSettings('#assistant')
  expect(await amount()).toHaveValue('12a')
})

test('a typed and deleted value leaves nothing to save', async () => {
  openSettings('#whatsapp')
  const token = await screen.findByLabelText('Access token')
  for (const field of [token, screen.getByLabelText('Phone number ID')]) {
    await userEvent.type(field, '1')
    expect(screen.getByText('Not saved yet')).toBeVisible()
    await userEvent.type(field, '{Backspace}')
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()
  }
})

test('a secret is sent once and leaves nothing to save', async () => {
  const { smtp } = owner.settings
  const stored = changedOwner({}, owner.settings.version + 1)
  const user = { ...stored, settings: { ...stored.settings, smtp: { ...smtp, passwordSet: true } } }
  const taken = acceptSettings(user)
  openSettings('#smtp')
  const password = await screen.findByLabelText('Password')
  await userEvent.type(password, 'secret')
  await save()

  expect(await screen.findByText(/^Saved /)).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(taken).toEqual([{ settings: { smtp: { password: 'secret' } } }])
})

test('a value reverted during a save is shown as unsaved', async () => {
  const arrived = Promise.withResolvers<void>()
  const saved = changedOwner({ name: 'Asha R' })
  server.use(
    http.put('*/api/auth/settings', async () => {
      await arrived.promise
      return HttpResponse.json({ success: true, user: saved })
    }),
  )
  openSettings('#profile')
  await userEvent.type(name(), ' R')
  await save()
  await userEvent.type(name(), '{Backspace}{Backspace}')
  // An event may update the cache before the answer arrives.
  cacheOwner(saved)
  await flushNotifications()
  expect(name()).toHaveValue('Asha')
  arrived.resolve()

  await screen.findByText('Not saved yet')
  expect(name()).toHaveValue('Asha')
})

test('an outdated copy that arrives after a save changes nothing', async () => {
  acceptSettings(changedOwner({ name: 'Asha R' }))
  openSettings('#profile')
  await userEvent.type(name(), ' R')
  await save()
  await screen.findByText(/^Saved /)

  cacheOwner(owner)
  // Nothing changes on the page.
  await flushNotifications()
  expect(name()).toHaveValue('Asha R')
  cacheOwner(changedOwner({ name: 'Usha' }, 5))
  await screen.findByDisplayValue('Usha')
})
