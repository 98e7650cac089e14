import { profileQuery, queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Toaster } from 'react-hot-toast'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'

import { owner } from '@errand/contract/testing/owner'
import { server } from '../testing/server.ts'
import { SettingsPage } from './settings-page.tsx'

beforeEach(() => {
  queryClient.setQueryData(profileQuery().queryKey, owner)
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
        user: {
          ...owner,
          name: 'Asha R',
          email: 'a@shop.example',
          settings: { ...owner.settings, version: 4 },
        },
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
  const current = { ...owner, name: 'Usha', settings: { ...owner.settings, version: 7 } }
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

test('what the api refuses stands at its field', async () => {
  server.use(
    http.put('*/api/auth/settings', () =>
      HttpResponse.json(
        {
          type: 't',
          title: 'Some values were refused',
          status: 422,
          code: 'validation_failed',
          traceId: 't',
          errors: [{ pointer: '#/email', code: 'taken', detail: 'Another account has it.' }],
        },
        { status: 422 },
      ),
    ),
  )
  await userEvent.type(email(), 'a@shop.example')
  await save()

  expect(await screen.findByRole('alert')).toHaveTextContent('Another account has it.')
  expect(email()).toHaveAccessibleDescription('Another account has it.')
  expect(email()).toHaveFocus()
})

test('a refetch meanwhile does not let the form overwrite what another tab saved', async () => {
  const versions: (string | null)[] = []
  server.use(
    http.put('*/api/auth/settings', ({ request }) => {
      versions.push(request.headers.get('if-match'))
      return new HttpResponse(null, { status: 500 })
    }),
  )
  await userEvent.type(name(), ' R')
  act(() => {
    queryClient.setQueryData(profileQuery().queryKey, {
      ...owner,
      settings: { ...owner.settings, version: 8 },
    })
  })
  await save()

  await screen.findByText('Server error. Please try again later.')
  expect(versions).toEqual(['"3"'])
})

test('a refused deletion says so, and nothing else happens', async () => {
  server.use(http.delete('*/api/auth/account', () => new HttpResponse(null, { status: 500 })))
  await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Type DELETE to confirm' }), 'DELETE')
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))

  await screen.findByText('Failed to delete account')
  expect(name()).toHaveValue('Asha')
})
