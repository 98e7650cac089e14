import { owner } from '@errand/contract/testing/owner'
import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerAlerts, byEmail, phone } from '../testing/answer-alerts.ts'
import {
  acceptSettings,
  cacheOwner,
  changedOwner,
  openSettings,
  save,
} from '../testing/open-settings.tsx'
import { aPushBrowser, endPushBrowser, endpoint } from '../testing/push-browser.ts'

function prefer(parts: Partial<typeof owner.settings.notifications>) {
  const { settings } = owner
  const user = {
    ...owner,
    settings: { ...settings, notifications: { ...settings.notifications, ...parts } },
  }
  cacheOwner(user)
  return user
}

beforeEach(() => {
  queryClient.removeQueries({ queryKey: ['alerts'] })
  prefer({ desktop: false })
})
afterEach(() => {
  endPushBrowser()
  vi.restoreAllMocks()
  localStorage.clear()
})

const open = () => openSettings('#notifications')
const here = () => screen.findByRole('switch', { name: 'On this device' })
const nowhere = 'No alert can reach you: allow notifications here or add an e-mail address.'

test('without a way to alert the owner there is a warning, and allowing notifications adds this device', async () => {
  const { requestPermission } = aPushBrowser('granted')
  const api = answerAlerts()
  open()
  expect(await screen.findByText(nowhere)).toBeVisible()
  expect(requestPermission).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Allow notifications' }))
  expect(await screen.findByText('Alerts reach you on this device.')).toBeVisible()
  expect(await here()).toBeChecked()
  expect(api.added).toEqual([
    {
      subscription: { endpoint, keys: { p256dh: 'AQID', auth: 'BAUG' } },
      label: expect.any(String),
    },
  ])
  const devices = screen.getByRole('list', { name: 'Devices' })
  expect(within(devices).getByText('No alert sent yet')).toBeVisible()
  expect(within(devices).getByText('This device')).toBeVisible()
})

test('switching off this device removes it and ends its subscription', async () => {
  const { unsubscribe } = aPushBrowser('granted')
  const api = answerAlerts({ email: byEmail })
  open()
  await userEvent.click(await here())
  expect(await screen.findByText('Alerts reach you on this device and by e-mail.')).toBeVisible()

  await userEvent.click(await here())
  expect(await screen.findByText('Alerts reach you by e-mail.')).toBeVisible()
  expect(api.devices()).toEqual([])
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a browser that blocks notifications shows how to allow them, with e-mail as the alternative', async () => {
  aPushBrowser('denied')
  answerAlerts()
  open()
  await userEvent.click(await here())

  expect(await screen.findByRole('alert')).toHaveTextContent('This browser blocks notifications.')
  expect(await here()).not.toBeChecked()
  expect(screen.getByRole('link', { name: 'Add an e-mail address' })).toHaveAttribute(
    'href',
    '/settings#profile',
  )
})

test('without a push service notifications are shown while Errand is open', async () => {
  aPushBrowser('granted', { hasPushService: false })
  answerAlerts({ email: byEmail })
  const { settings } = owner
  const notifications = { ...settings.notifications, desktop: true }
  const changed = changedOwner({})
  const sent = acceptSettings({ ...changed, settings: { ...changed.settings, notifications } })
  open()
  await userEvent.click(await here())

  expect(
    await screen.findByText('Alerts reach you by e-mail and while Errand is open here.'),
  ).toBeVisible()
  expect(sent).toEqual([{ settings: { notifications: { desktop: true } } }])
})

test('on an iPhone Errand must be on the home screen first', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
  answerAlerts()
  open()

  expect(await here()).toBeDisabled()
  expect(await here()).toHaveAccessibleDescription(/^Add Errand to the home screen first/)
})

test('a browser that cannot show notifications offers e-mail', async () => {
  answerAlerts()
  open()

  expect(await here()).toBeDisabled()
  expect(await here()).toHaveAccessibleDescription(/^This browser cannot show notifications/)
  expect(screen.getByRole('link', { name: 'Add an e-mail address' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
})

test('another device is listed with its last alert, and can be removed', async () => {
  const api = answerAlerts({
    devices: [phone, { ...phone, id: 'dev_2', label: 'Safari, Mac', isFailing: true }],
  })
  open()
  expect(await screen.findByText('Alerts reach you on another device.')).toBeVisible()
  expect(screen.getAllByText(/^Last alert/)).toHaveLength(2)
  expect(screen.getByText('Not reached')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Remove Safari, Mac' }))
  await waitFor(() => expect(api.devices()).toEqual(['dev_phone']))
})

test('this device can be switched off after it was removed elsewhere', async () => {
  const { unsubscribe } = aPushBrowser('granted')
  const api = answerAlerts()
  prefer({ desktop: true })
  const sent = acceptSettings(changedOwner({}))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Allow notifications' }))
  await waitFor(() => expect(api.devices()).toEqual(['dev_1']))
  server.use(
    http.delete('*/api/auth/alerts/devices/:id', () => new HttpResponse(null, { status: 404 })),
  )
  await userEvent.click(await here())

  await waitFor(() => expect(sent).toEqual([{ settings: { notifications: { desktop: false } } }]))
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a failing device does not count as reachable', async () => {
  answerAlerts({ devices: [{ ...phone, isFailing: true }] })
  open()

  expect(await screen.findByText(nowhere)).toBeVisible()
})

test('a test shows its result', async () => {
  const api = answerAlerts({ devices: [phone], email: byEmail })
  open()
  const tests = await screen.findByRole('group', { name: 'Send a test' })
  await userEvent.click(within(tests).getByRole('button', { name: 'Notification' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('The device refused it. Add it again.')
  server.use(http.post('*/api/auth/alerts/test', () => HttpResponse.json({ ok: true })))
  await userEvent.click(within(tests).getByRole('button', { name: 'E-mail' }))
  expect(await screen.findByText('Sent to asha@shop.example.')).toBeVisible()
  expect(api.tested).toEqual([{ via: 'push' }])
})

test('each alert can be chosen for each channel in a table', async () => {
  answerAlerts({ email: byEmail })
  const sent = acceptSettings(changedOwner({}))
  open()
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'A chat asks for a person',
    'A booking or a complete form',
    'A message in a chat you answer',
    'A message was not delivered',
    'A reminder, or little time left to reply',
    'Credit is low',
  ])
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'A message in a chat you answer: Notification' }),
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Credit is low: E-mail' }))
  await save()

  await waitFor(() =>
    expect(sent).toEqual([
      { settings: { notifications: { push: { message: true }, email: { lowBalance: false } } } },
    ]),
  )
})

test('with every alert switched off the page says to choose some', async () => {
  const none = {
    handoff: false,
    booking: false,
    message: false,
    failed: false,
    reminder: false,
    lowBalance: false,
  }
  prefer({ push: none, email: none })
  answerAlerts({ devices: [phone], email: byEmail })
  open()

  expect(await screen.findByText(/choose below what to be alerted to/)).toBeVisible()
})
