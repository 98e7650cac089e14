import { owner } from '@errand/contract/testing/owner'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cacheOwner, openSettings } from '../testing/open-settings.tsx'

const requestPermission = vi.fn<() => Promise<void>>()

/**
 * A browser that gives this answer to the permission request; showing a notification may still
 * throw.
 */
function aBrowser(answer: 'granted' | 'denied', show: () => void = () => undefined) {
  class Browser extends EventTarget {
    static permission = 'default'
    static requestPermission = requestPermission
    constructor() {
      super()
      show()
    }
  }
  requestPermission.mockImplementation(async () => void (Browser.permission = answer))
  vi.stubGlobal('Notification', Browser)
}

function wantNotifications(desktop: boolean): void {
  const { settings } = owner
  const notifications = { ...settings.notifications, desktop }
  cacheOwner({ ...owner, settings: { ...settings, notifications } })
}

beforeEach(() => wantNotifications(false))
afterEach(() => {
  requestPermission.mockReset()
  vi.unstubAllGlobals()
})

const desktop = () => screen.getByRole('switch', { name: 'Notifications in this browser' })
const refused = 'This browser blocks notifications.'

test('switching notifications on asks the browser, and says when it does not allow them', async () => {
  aBrowser('denied')
  openSettings('#notifications')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()

  await userEvent.click(desktop())
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(await screen.findByRole('alert')).toHaveTextContent(refused)

  await userEvent.click(desktop())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('what is wanted on another device this browser is asked for on its own', async () => {
  wantNotifications(true)
  aBrowser('granted')
  openSettings('#notifications')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not allowed in this browser yet')
  expect(requestPermission).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Allow notifications' }))
  expect(requestPermission).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})

test('a browser that allows them says nothing', async () => {
  aBrowser('granted')
  openSettings('#notifications')
  await userEvent.click(desktop())

  await vi.waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  expect(requestPermission).toHaveBeenCalledOnce()
})

test('a browser that allows them and shows none is told too', async () => {
  aBrowser('granted', () => {
    throw new TypeError('Illegal constructor')
  })
  openSettings('#notifications')
  await userEvent.click(screen.getByRole('button', { name: 'Test' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(refused)
})
