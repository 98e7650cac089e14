import type { SignIn } from '@errand/contract/sign-ins'
import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { cacheOwner, openSettings } from '../testing/open-settings.tsx'

beforeEach(() => cacheOwner(owner))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const mac: SignIn = {
  id: 'sgn_1',
  device: 'Safari on Mac',
  address: '203.0.113.5',
  signedInAt: '2026-11-20T10:00:00Z',
  lastUsedAt: hoursAgo(0),
  isCurrent: true,
}
const phone: SignIn = {
  ...mac,
  id: 'sgn_2',
  device: 'Chrome on Android',
  address: '198.51.100.7',
  lastUsedAt: hoursAgo(3),
  isCurrent: false,
}
const unknown: SignIn = { ...phone, id: 'sgn_3', device: '', address: '' }

/** An api that knows these devices; `answer` decides what comes of each end. */
function answerDevices(signIns: SignIn[], answer: () => Response | Promise<Response> = ended) {
  const deleted: string[] = []
  let left = signIns
  const end = async (path: string, isLeft: (signIn: SignIn) => boolean) => {
    deleted.push(path)
    const response = await answer()
    if (response.ok) left = left.filter(isLeft)
    return response
  }
  server.use(
    http.get('*/api/auth/sign-ins', () => HttpResponse.json({ signIns: left })),
    http.delete('*/api/auth/sign-ins/:id', ({ params }) =>
      end(String(params['id']), ({ id }) => id !== params['id']),
    ),
    http.delete('*/api/auth/sign-ins', () => end('others', ({ isCurrent }) => isCurrent)),
  )
  return deleted
}

const ended = () => HttpResponse.json({ success: true, ended: 1 })
const device = async (name: string) =>
  (await screen.findByText(name)).closest<HTMLElement>('li') ?? document.body
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const confirm = async () =>
  userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }),
  )

test('each device is shown with its last use, sign-in and address, and this one is marked', async () => {
  answerDevices([mac, phone, unknown])
  openSettings('#security')

  const here = await device('Safari on Mac')
  expect(here).toHaveTextContent('This device')
  expect(here).toHaveTextContent('Active now')
  const other = await device('Chrome on Android')
  expect(other).toHaveTextContent('Last used 3 hours ago')
  expect(other).toHaveTextContent('Signed in on Nov 20, 2026')
  expect(other).toHaveTextContent('198.51.100.7')
  expect(other).not.toHaveTextContent('This device')
  expect(screen.getByRole('button', { name: 'Sign out Unknown device' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign out this device' })).toBeVisible()
})

test('a device that is signed out disappears at once', async () => {
  const answered = Promise.withResolvers<Response>()
  const deleted = answerDevices([mac, phone], () => answered.promise)
  openSettings('#security')
  await device('Chrome on Android')
  await press('Sign out Chrome on Android')
  expect(deleted).toEqual([])
  await confirm()

  expect(await screen.findByText('Only this device is signed in.')).toBeVisible()
  expect(screen.queryByText('Chrome on Android')).toBeNull()
  expect(deleted).toEqual(['sgn_2'])
  answered.resolve(ended())
})

test('a device that could not be signed out reappears with the reason', async () => {
  answerDevices([mac, phone], () => HttpResponse.error())
  openSettings('#security')
  await device('Chrome on Android')
  await press('Sign out Chrome on Android')
  await confirm()

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Nothing was signed out. Network error. Please check your connection.',
  )
  expect(await device('Chrome on Android')).toBeVisible()
})

test('signing out a device that is already signed out is no error', async () => {
  const deleted = answerDevices([mac, phone], () => new HttpResponse(null, { status: 404 }))
  openSettings('#security')
  await device('Chrome on Android')
  await press('Sign out Chrome on Android')
  await confirm()

  await waitFor(() => expect(deleted).toEqual(['sgn_2']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('all other devices are signed out by one call', async () => {
  const deleted = answerDevices([mac, phone, unknown])
  openSettings('#security')
  await device('Chrome on Android')
  await press('Sign out all other devices')
  await confirm()

  expect(await screen.findByText('Only this device is signed in.')).toBeVisible()
  await waitFor(() => expect(deleted).toEqual(['others']))
})

test('devices that could not be loaded can be retried', async () => {
  server.use(http.get('*/api/auth/sign-ins', () => new HttpResponse(null, { status: 500 })))
  openSettings('#security')
  expect(await screen.findByRole('alert')).toHaveTextContent('Your devices could not be loaded.')

  answerDevices([mac])
  await press('Retry')

  expect(await device('Safari on Mac')).toBeVisible()
})
