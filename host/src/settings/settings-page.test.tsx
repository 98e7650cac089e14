import type { User } from '@errand/contract/auth'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Toaster } from 'react-hot-toast'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'

import { server } from '../testing/server.ts'
import { SettingsPage } from './settings-page.tsx'

const now = '2026-11-21T00:00:00Z'
const user: User = {
  id: 'usr_1',
  uid: 'u1',
  phoneNumber: '+919876543210',
  email: '',
  name: 'Asha',
  createdAt: now,
  settings: { version: 3 },
  trial: { startedAt: now, endsAt: now, daysLeft: 30, active: true },
}

beforeEach(() => {
  queryClient.setQueryData(profileQuery().queryKey, user)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SettingsPage />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
})

const name = () => screen.getByRole('textbox', { name: 'Name' })
const email = () => screen.getByRole('textbox', { name: 'E-mail' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('name and e-mail are saved over the version that was shown', async () => {
  let sent: unknown
  server.use(
    http.put('*/api/auth/settings', async ({ request }) => {
      expect(request.headers.get('if-match')).toBe('"3"')
      sent = await request.json()
      return HttpResponse.json({
        success: true,
        user: { ...user, name: 'Asha R', email: 'a@shop.example', settings: { version: 4 } },
      })
    }),
  )
  await userEvent.type(name(), ' R')
  await userEvent.type(email(), 'a@shop.example')
  await save()

  await screen.findByText('Settings saved')
  expect(sent).toEqual({ name: 'Asha R', email: 'a@shop.example' })
  expect(queryClient.getQueryData(profileQuery().queryKey)?.settings.version).toBe(4)
})

test('an address that is none is refused in place', async () => {
  await userEvent.type(email(), 'asha@')
  await save()

  expect(email()).toHaveAccessibleDescription(/Enter an e-mail address/)
  expect(email()).toHaveFocus()
})

test('a profile changed elsewhere is shown, and what was typed stays until one decides', async () => {
  const current = { ...user, name: 'Usha', settings: { version: 7 } }
  server.use(
    http.put('*/api/auth/settings', () =>
      HttpResponse.json(
        {
          type: 't',
          title: 'Changed',
          status: 412,
          code: 'version_conflict',
          traceId: 't',
          meta: { current },
        },
        { status: 412 },
      ),
    ),
  )
  await userEvent.type(name(), ' R')
  await save()

  expect(await screen.findByRole('alert')).toHaveTextContent('Usha')
  expect(name()).toHaveValue('Asha R')

  await userEvent.click(screen.getByRole('button', { name: 'Take the other version' }))
  expect(name()).toHaveValue('Usha')
})

test('a refused deletion says so, and nothing else happens', async () => {
  server.use(http.delete('*/api/auth/account', () => new HttpResponse(null, { status: 500 })))
  await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Type DELETE to confirm' }), 'DELETE')
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))

  await screen.findByText('Failed to delete account')
  expect(name()).toHaveValue('Asha')
})
