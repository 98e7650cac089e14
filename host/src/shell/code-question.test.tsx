import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { cacheOwner, openSettings, save } from '../testing/open-settings.tsx'
import { CodeQuestion } from './signed-in-shell.tsx'

beforeEach(() => cacheOwner(owner))

const refusal = (code: string) => Object.assign(new Error(code), { name: 'IdentityError', code })

/** The settings of the mail server, of which the api takes no secret before a code was confirmed. */
function setup({ isEmulator = false } = {}) {
  const confirm = vi.fn(async (_code: string) => {})
  const send = vi.fn(async () => ({ confirm }))
  const saved: unknown[] = []
  server.use(
    http.put('*/api/auth/settings', async ({ request }) => {
      if (confirm.mock.results.some(({ type }) => type === 'return')) {
        saved.push(await request.json())
        return HttpResponse.json({ success: true, user: owner })
      }
      const code = 'recent_sign_in_required'
      const problem = { type: 't', title: 'Confirm', status: 403, code, traceId: 't' }
      return HttpResponse.json(problem, { status: 403 })
    }),
  )
  openSettings('#smtp')
  render(<CodeQuestion isEmulator={isEmulator} send={send} />)
  return { confirm, send, saved }
}

const password = () => screen.getByLabelText('Password')
const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' })

async function saveSecret(): Promise<void> {
  await userEvent.type(password(), 'hunter2')
  await save()
  await dialog()
}

test('a secret is saved after the owner enters the code', async () => {
  const { confirm, send, saved } = setup()
  await saveSecret()
  expect(send).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Verification code' }), '123456')

  await waitFor(() => expect(saved).toEqual([{ settings: { smtp: { password: 'hunter2' } } }]))
  expect(confirm).toHaveBeenCalledExactlyOnceWith('123456')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the number cannot be changed', async () => {
  setup()
  await saveSecret()
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByRole('textbox', { name: 'Verification code' })

  expect(screen.getByRole('button', { name: 'Resend code in 0:30' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change number' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Phone number' })).toBeNull()
})

test('with the emulator the dialog says that no message is sent', async () => {
  setup({ isEmulator: true })
  await saveSecret()

  expect(screen.getByText(/no message is sent/)).toBeVisible()
  expect(screen.queryByText(/Any number/)).toBeNull()
})

test('an unconfirmed change shows a message and keeps the typed value', async () => {
  const { saved } = setup()
  await saveSecret()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Nothing was done: you did not confirm the code.',
  )
  expect(password()).toHaveValue('hunter2')
  expect(saved).toEqual([])
})

test('a code that cannot be sent can be requested again', async () => {
  const { send } = setup()
  send.mockRejectedValueOnce(refusal('too-many-requests'))
  await saveSecret()
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts')

  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))

  expect(await screen.findByRole('textbox', { name: 'Verification code' })).toBeVisible()
})
