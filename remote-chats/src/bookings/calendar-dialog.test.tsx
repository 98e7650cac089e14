import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { answer, renderRoute, serveInbox } from '../testing/page.tsx'

const createdAt = '2026-11-28T09:00:00.000Z'

function serveNone(): void {
  serveInbox({ sessions: [] })
  answer('get */api/chats/forms', () => ({ items: [], nextCursor: null }))
  answer('get */api/chats/bookings', () => ({ items: [], hasMore: false }))
}

async function replaceAddress(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }))
  const sure = await screen.findByRole('dialog', { name: 'End the present address?' })
  await userEvent.click(within(sure).getByRole('button', { name }))
}

test('a secret calendar address can be created, replaced and removed', async () => {
  serveNone()
  let count = 0
  const made = () => ({
    calendar: { url: `https://x.example/api/calendar/${count}.ics`, createdAt: createdAt },
  })
  const none = () => ({ calendar: null })
  answer('get */api/auth/calendar/state', none)
  answer('post */api/auth/calendar', () => {
    count += 1
    return made()
  })
  answer('delete */api/auth/calendar', none)
  renderRoute('/chats/bookings')
  await userEvent.click(await screen.findByRole('button', { name: 'Add to your calendar' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Create a secret address' }))
  const address = await screen.findByRole('textbox', { name: 'Secret address' })
  expect(address).toHaveValue('https://x.example/api/calendar/1.ics')
  await replaceAddress('Replace it with a new one')
  await waitFor(() => expect(address).toHaveValue('https://x.example/api/calendar/2.ics'))

  await replaceAddress('Stop sharing')
  expect(await screen.findByRole('button', { name: 'Create a secret address' })).toBeVisible()
})

test('an existing address is shown on request, and can be removed without showing it', async () => {
  serveNone()
  const url = 'https://x.example/api/calendar/1.ics'
  const shown = vi.fn(() => ({ calendar: { url, createdAt } }))
  answer('get */api/auth/calendar/state', () => ({ calendar: { createdAt } }))
  answer('get */api/auth/calendar', shown)
  answer('delete */api/auth/calendar', () => ({ calendar: null }))
  renderRoute('/chats/bookings')
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Add to your calendar' }))
  await open()
  const show = await screen.findByRole('button', { name: 'Show the address' })
  expect(shown).not.toHaveBeenCalled()

  await userEvent.click(show)
  expect(await screen.findByRole('textbox', { name: 'Secret address' })).toHaveValue(url)

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await open()
  expect(await screen.findByRole('button', { name: 'Show the address' })).toBeVisible()
  await replaceAddress('Stop sharing')
  expect(await screen.findByRole('button', { name: 'Create a secret address' })).toBeVisible()
  expect(shown).toHaveBeenCalledOnce()
})
