import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { notifyManager } from '@tanstack/react-query'
import { owner } from '@errand/contract/testing/owner'

import { keep, next, open, save, takeSettings } from '../testing/open-settings.tsx'
import { server } from '@errand/shared-auth/testing'

beforeEach(() => keep(owner))

/** Everything that was put into the cache before is known to the page. */
const notified = () =>
  act(() => new Promise<void>((resolve) => notifyManager.schedule(() => resolve())))
const name = () => screen.getByRole('textbox', { name: 'Name' })

test('what is typed and taken back is saved, also beside secrets, which are never filled in', async () => {
  const { whatsapp } = owner.settings
  keep({
    ...owner,
    settings: { ...owner.settings, whatsapp: { ...whatsapp, provider: 'cloud_api' } },
  })
  open('#whatsapp')
  const token = await screen.findByLabelText('Access token')
  for (const field of [token, screen.getByLabelText('Phone number id')]) {
    await userEvent.type(field, '1')
    expect(screen.getByText('Not saved yet')).toBeVisible()
    await userEvent.type(field, '{Backspace}')
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()
  }
})

test('a secret is sent once, and nothing of it is left to save', async () => {
  const { smtp } = owner.settings
  const stored = next({}, owner.settings.version + 1)
  const user = { ...stored, settings: { ...stored.settings, smtp: { ...smtp, passwordSet: true } } }
  const taken = takeSettings(user)
  open('#smtp')
  const password = await screen.findByLabelText('Password')
  await userEvent.type(password, 'secret')
  await save()

  expect(await screen.findByText(/^Saved /)).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(taken).toEqual([{ settings: { smtp: { password: 'secret' } } }])
})

test('what is taken back while a section is being saved is not saved yet', async () => {
  const arrived = Promise.withResolvers<void>()
  const saved = next({ name: 'Asha R' })
  server.use(
    http.put('*/api/auth/settings', async () => {
      await arrived.promise
      return HttpResponse.json({ success: true, user: saved })
    }),
  )
  open()
  await userEvent.type(name(), ' R')
  await save()
  await userEvent.type(name(), '{Backspace}{Backspace}')
  // Other news may tell of it before the answer does.
  keep(saved)
  await notified()
  expect(name()).toHaveValue('Asha')
  arrived.resolve()

  await screen.findByText('Not saved yet')
  expect(name()).toHaveValue('Asha')
})

test('a copy that was asked for before the last save, and comes after it, changes nothing', async () => {
  takeSettings(next({ name: 'Asha R' }))
  open()
  await userEvent.type(name(), ' R')
  await save()
  await screen.findByText(/^Saved /)

  keep(owner)
  // Nothing is to be seen of it.
  await notified()
  expect(name()).toHaveValue('Asha R')
  keep(next({ name: 'Usha' }, 5))
  await screen.findByDisplayValue('Usha')
})
