import type { SignInOutcome } from '@errand/shared-auth'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'react-hot-toast'
import { expect, onTestFinished, test, vi } from 'vitest'

import { LoginPage, type SendCode } from './login-page.tsx'

const refusal = (code: string) => Object.assign(new Error(code), { name: 'IdentityError', code })

function setup(outcome: SignInOutcome = { isNewUser: false, profile: 'ready' }) {
  const confirm = vi.fn(async (_code: string) => outcome)
  const send = vi.fn<SendCode>(async () => ({ confirm }))
  render(
    <>
      <LoginPage isEmulator={false} send={send} />
      <Toaster />
    </>,
  )
  return { send, confirm }
}

async function askForCode(number = '+91 98765 43210'): Promise<void> {
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), number)
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByRole('textbox', { name: 'Verification code' })
}

const codeBox = () => screen.getByRole('textbox', { name: 'Verification code' })

test('the bot check’s container exists before a code is sent', () => {
  setup()
  expect(document.getElementById('recaptcha-container')).toBeInTheDocument()
})

test('six digits sign in without a click, also pasted with spaces', async () => {
  const { send, confirm } = setup()
  await askForCode()
  expect(send).toHaveBeenCalledWith('+919876543210')

  await userEvent.click(codeBox())
  await userEvent.paste('123 456')

  expect(confirm).toHaveBeenCalledExactlyOnceWith('123456')
})

test('a code in digits of another script signs in', async () => {
  const { confirm } = setup()
  await askForCode('+٩١ ٩٨٧٦٥ ٤٣٢١٠')
  await userEvent.click(codeBox())
  await userEvent.paste('१२३ ४५६')

  expect(confirm).toHaveBeenCalledExactlyOnceWith('123456')
})

test.each<[SignInOutcome, string]>([
  [{ isNewUser: true, profile: 'ready' }, 'Welcome to the product! Your account has been created.'],
  [{ isNewUser: false, profile: 'ready' }, 'Welcome back!'],
  [
    { isNewUser: true, profile: 'create_failed' },
    'Failed to create user profile. Please try again.',
  ],
  [
    { isNewUser: false, profile: 'load_failed' },
    'Failed to load user profile. Please refresh the page.',
  ],
])('%o shows "%s"', async (outcome, text) => {
  setup(outcome)
  await askForCode()
  await userEvent.type(codeBox(), '123456')

  expect(await screen.findByText(text)).toBeInTheDocument()
})

test.each([
  ['too-many-requests', /Too many attempts/],
  ['network-request-failed', /Network error\. Please check your connection\./],
  ['quota-exceeded', /No more codes/],
  ['captcha-check-failed', /robot/],
  ['something-new', /Could not sign you in/],
])('%s is shown at the phone number', async (code, text) => {
  const { send } = setup()
  send.mockRejectedValueOnce(refusal(code))
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '+91 98765 43210')
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('textbox', { name: 'Phone number' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled()
})

test('an expired code offers to resend', async () => {
  const { send, confirm } = setup()
  await askForCode()
  confirm.mockRejectedValueOnce(refusal('code-expired'))
  await userEvent.type(codeBox(), '123456')
  expect(await screen.findByRole('alert')).toHaveTextContent('expired')

  expect(screen.getByRole('button', { name: 'Resend code' })).toHaveFocus()

  await userEvent.keyboard('{Enter}')

  expect(screen.getByText('A new code was sent.')).toBeVisible()
  expect(send).toHaveBeenCalledTimes(2)
  expect(codeBox()).toHaveValue('')
  expect(codeBox()).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a code is not sent again within 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setup()
  await askForCode()
  expect(screen.getByRole('button', { name: 'Resend code in 0:30' })).toBeDisabled()

  await act(() => vi.advanceTimersByTimeAsync(30_000))

  expect(screen.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  vi.useRealTimers()
})

test('the number can be changed', async () => {
  setup()
  await askForCode()
  await userEvent.click(screen.getByRole('button', { name: 'Change number' }))

  expect(screen.getByRole('textbox', { name: 'Phone number' })).toHaveValue('+919876543210')
})

test('a wrong code stays selected, to be replaced by typing', async () => {
  const { confirm } = setup()
  await askForCode()
  confirm.mockRejectedValueOnce(refusal('invalid-verification-code'))
  await userEvent.type(codeBox(), '123456')
  expect(await screen.findByRole('alert')).toHaveTextContent("That code isn't right.")

  expect(codeBox()).toHaveFocus()
  expect(codeBox()).toBeInvalid()
  await userEvent.keyboard('654321')
  expect(confirm).toHaveBeenLastCalledWith('654321')
})

test('an incomplete code is not sent', async () => {
  const { confirm } = setup()
  await askForCode()
  await userEvent.type(codeBox(), '123')
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))

  expect(screen.getByRole('alert')).toHaveTextContent('The code has 6 digits.')
  expect(confirm).not.toHaveBeenCalled()
})

test('the full number is shown before the code is sent', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-IN')
  setup()
  const box = screen.getByRole('textbox', { name: 'Phone number' })
  await userEvent.type(box, '98765 43210')

  expect(box).toHaveAccessibleDescription('Code goes to +91 98765 43210')
})

test('with the emulator the page links to the codes', () => {
  render(<LoginPage isEmulator send={vi.fn()} />)

  const link = screen.getByRole('link', { name: '/dev/codes' })
  expect(link).toHaveAttribute('href', '/dev/codes')
  expect(link).toHaveAttribute('target', '_blank')
})

test('a resend that arrives after "Change number" is ignored', async () => {
  const { send, confirm } = setup()
  await askForCode()
  confirm.mockRejectedValueOnce(refusal('code-expired'))
  await userEvent.type(codeBox(), '123456')
  await screen.findByRole('alert')
  const arrived = Promise.withResolvers<Awaited<ReturnType<SendCode>>>()
  send.mockReturnValueOnce(arrived.promise)
  await userEvent.click(screen.getByRole('button', { name: 'Resend code' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change number' }))
  await act(async () => arrived.resolve({ confirm }))

  expect(screen.getByRole('textbox', { name: 'Phone number' })).toBeVisible()
})

test('the country can be searched, and the placeholder is one of its numbers', async () => {
  const { send } = setup()
  const country = await screen.findByRole('combobox', { name: 'Country' })
  await userEvent.clear(country)
  await userEvent.type(country, '+49{Enter}')
  const number = screen.getByRole('textbox', { name: 'Phone number' })
  await waitFor(() => expect(number).toHaveAttribute('placeholder', expect.stringMatching(/^01/)))

  await userEvent.type(number, '01512 3456789')
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))

  expect(send).toHaveBeenCalledWith('+4915123456789')
})

test('a new visitor sees the heading of the free trial', () => {
  window.history.replaceState(null, '', '/login?new=1')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  setup()

  expect(screen.getByRole('heading', { name: 'Start your free trial' })).toBeVisible()
})

test('the language is chosen by its own name, and the other parameters stay', async () => {
  window.history.replaceState(null, '', '/login?new=1&next=%2Fjobs')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  setup()
  await userEvent.click(screen.getByText('English', { selector: 'summary span' }))

  const link = screen.getByRole('link', { name: 'हिन्दी' })
  expect(link).toHaveAttribute('href', '?new=1&next=%2Fjobs&lang=hi')
  expect(screen.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true')

  await userEvent.keyboard('{Escape}')
  expect(link).not.toBeVisible()
  expect(screen.getByText('English', { selector: 'summary span' }).closest('summary')).toHaveFocus()

  await askForCode()
  expect(screen.queryByRole('link', { name: 'हिन्दी' })).toBeNull()
})

test('the language list stays open on clicks inside and closes on clicks outside', async () => {
  setup()
  await userEvent.click(screen.getByText('English', { selector: 'summary span' }))
  const list = screen.getByRole('list')
  await userEvent.click(list)
  expect(list).toBeVisible()

  await userEvent.click(screen.getByRole('textbox', { name: 'Phone number' }))
  expect(list).not.toBeVisible()
})
