import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'

import { cacheOwner, openSettings } from '../testing/open-settings.tsx'

const sdkUrl = 'https://connect.facebook.net/en_US/sdk.js'
const lost = /^Facebook could not be opened\./

/** Meta's script, which opens its window in the page's. */
const facebook = { init: () => undefined, login: () => void window.open('about:blank') }

/** What Meta's script leaves while its second part is loading: it keeps what is called. */
const buffer = { ...facebook, __buffer: {}, login: () => undefined }

const findScript = () => document.querySelector<HTMLScriptElement>(`script[src="${sdkUrl}"]`)

/** Opens the card of an owner without a number. */
function openCard() {
  const signup = { appId: '40', configId: '50', graphVersion: 'v25.0' }
  const whatsapp = { ...owner.settings.whatsapp, signup }
  const user = { ...owner, settings: { ...owner.settings, whatsapp } }
  server.use(
    http.post('*/api/auth/whatsapp/signup/permit', () => HttpResponse.json({ permit: 'p' })),
    http.get('*/api/auth/profile', () =>
      HttpResponse.json({ success: true, user, isNewUser: false }),
    ),
  )
  cacheOwner(user)
  openSettings('#whatsapp', sdkUrl)
  return screen.getByRole('button', { name: 'Connect with Facebook' })
}

function mockWindow(opened: Window | null) {
  const open = vi.spyOn(window, 'open').mockReturnValue(opened)
  onTestFinished(() => open.mockRestore())
  return open
}

test('a partly loaded script is loaded again and then opens the window', async () => {
  const open = mockWindow(window)
  const button = openCard()
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-busy', 'true')
  Object.assign(window, { FB: buffer })
  findScript()?.dispatchEvent(new Event('error'))
  expect(await screen.findByText(lost)).toBeVisible()

  await userEvent.click(button)
  await vi.waitFor(() => expect(findScript()).not.toBeNull())
  const page = Object.assign(window, { FB: facebook }) as { fbAsyncInit?: () => void }
  page.fbAsyncInit?.()

  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce())
})

test('a blocked window shows an error, and the button can be used again', async () => {
  Object.assign(window, { FB: facebook })
  mockWindow(null)
  const button = openCard()
  await userEvent.click(button)

  expect(await screen.findByText(lost)).toBeVisible()
  expect(button).not.toHaveAttribute('aria-busy')
})

test('after confirming a code the window opens with another click', async () => {
  Object.assign(window, { FB: facebook })
  const open = mockWindow(window)
  // What a browser says some seconds after a click.
  const activation = { isActive: false }
  Object.defineProperty(navigator, 'userActivation', { value: activation, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'))
  const button = openCard()
  await userEvent.click(button)
  expect(await screen.findByText(/^Confirmed\. Now continue with Facebook/)).toBeVisible()
  expect(open).not.toHaveBeenCalled()

  await userEvent.click(button)
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce())
})
