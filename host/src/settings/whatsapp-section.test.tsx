import type { SignUpWhatsAppInput } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { acceptSettings, cacheOwner, openSettings, save } from '../testing/open-settings.tsx'

const sdkUrl = 'https://connect.facebook.net/en_US/sdk.js'
const signup = { appId: '40', configId: '50', graphVersion: 'v25.0' }

type Login = (response: { authResponse: { code: string } | null }) => void
interface LoginOptions {
  config_id: string
  extras: object
}

/** Meta's window, which a test ends. */
let opened: { finish: Login; options: LoginOptions } | undefined
const facebook = {
  init: () => undefined,
  login: (finish: Login, options: LoginOptions) => void (opened = { finish, options }),
}

beforeEach(() => {
  Object.assign(window, { FB: facebook })
  const permit = () => HttpResponse.json({ permit: 'p' })
  server.use(http.post('*/api/auth/whatsapp/signup/permit', permit))
})
afterEach(() => {
  Reflect.deleteProperty(window, 'FB')
  opened = undefined
})

const ownerWith = (parts: Partial<Settings['whatsapp']>): typeof owner => {
  const { settings } = owner
  const business = { ...settings.business, name: 'Salon Asha' }
  return {
    ...owner,
    settings: { ...settings, business, whatsapp: { ...settings.whatsapp, signup, ...parts } },
  }
}

const connected = ownerWith({
  provider: 'cloud_api',
  status: 'connected',
  displayPhone: '+91 98000 00000',
  phoneNumberId: '11',
  wabaId: '22',
  chatLink: 'https://wa.me/919800000000',
})

/** What the window tells the page while it is open. */
const tell = (event: string, data: object = {}, origin = 'https://www.facebook.com') =>
  window.dispatchEvent(
    new MessageEvent('message', {
      origin,
      data: JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', version: '3', event, data }),
    }),
  )
const finish = (code?: string) =>
  opened?.finish({ authResponse: code === undefined ? null : { code } })

const openConnect = async (name = 'Connect with Facebook') => {
  cacheOwner(ownerWith({}))
  openSettings('#whatsapp', sdkUrl)
  await userEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(opened).toBeDefined())
}

const stagesOf = (...outcomes: [string, boolean][]) =>
  outcomes.map(([stage, ok]) =>
    ok ? { stage, ok } : { stage, ok, code: '1', message: 'Refused', hint: 'Turn off the PIN.' },
  )

/** Takes signups; the answer comes when the test lets it. */
function takeSignups(user: typeof owner, stages: object[], success: boolean) {
  const sent: SignUpWhatsAppInput[] = []
  const released = Promise.withResolvers<void>()
  server.use(
    http.post('*/api/auth/whatsapp/signup', async ({ request }) => {
      sent.push((await request.json()) as SignUpWhatsAppInput)
      await released.promise
      return HttpResponse.json({ success, stages })
    }),
    http.get('*/api/auth/profile', () =>
      HttpResponse.json({ success: true, user, isNewUser: false }),
    ),
  )
  return { sent, release: released.resolve }
}

test('a number is connected by three clicks and shown on the card', async () => {
  const all = ['token', 'number', 'register', 'webhook', 'templates'] as const
  const signups = takeSignups(
    connected,
    stagesOf(...all.map((one): [string, boolean] => [one, true])),
    true,
  )
  await openConnect()
  expect(opened?.options).toMatchObject({
    config_id: '50',
    response_type: 'code',
    override_default_response_type: true,
    extras: { setup: { business: { name: 'Salon Asha' } }, sessionInfoVersion: '3' },
  })

  tell('FINISH', { waba_id: '22', phone_number_id: '11' })
  tell('FINISH', { waba_id: '66', phone_number_id: '77' }, 'https://facebook.com.evil.test')
  finish('code')

  const steps = await screen.findByRole('list', { name: 'Connect with Facebook' })
  expect(
    within(steps)
      .getAllByRole('img')
      .map(({ ariaLabel }) => ariaLabel),
  ).toEqual(['In progress', ...Array.from({ length: 4 }, () => 'Not done yet')])
  signups.release()
  expect(await screen.findByText('Your number is connected.')).toBeVisible()
  expect(signups.sent).toEqual([
    { permit: 'p', code: 'code', wabaId: '22', phoneNumberId: '11', isCoexistence: false },
  ])
  expect(screen.getByText('+91 98000 00000')).toBeVisible()
  expect(screen.getByLabelText('Chat link')).toHaveValue('https://wa.me/919800000000')
  expect(await screen.findByRole('img', { name: 'QR code of the chat link' })).toBeVisible()
  expect(steps).not.toBeInTheDocument()
})

test('a number of the WhatsApp Business app is connected by its account id', async () => {
  const signups = takeSignups(connected, stagesOf(['token', true]), true)
  signups.release()
  await openConnect('I already use the WhatsApp Business app')
  expect(opened?.options.extras).toMatchObject({ featureType: 'whatsapp_business_app_onboarding' })

  finish('code')
  tell('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', { waba_id: '22' })

  expect(await screen.findByText('Your number is connected.')).toBeVisible()
  expect(signups.sent).toEqual([{ permit: 'p', code: 'code', wabaId: '22', isCoexistence: true }])
})

test.each([
  ['Connect with Facebook', 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', 0],
  ['I already use the WhatsApp Business app', 'FINISH', 1],
])('“%s” shows the steps of the number that was chosen: %s', async (button, event, count) => {
  takeSignups(ownerWith({}), stagesOf(['token', false]), false).release()
  await openConnect(button)
  tell(event, { waba_id: '22', phone_number_id: '11' })
  finish('code')

  expect(await screen.findByText('Turn off the PIN.')).toBeVisible()
  expect(screen.queryAllByText('The number is registered')).toHaveLength(count)
})

test('a failed step shows the reason, and the number can be connected again', async () => {
  const stages = stagesOf(['token', true], ['number', true], ['register', false])
  takeSignups(ownerWith({}), stages, false).release()
  await openConnect()
  tell('FINISH', { waba_id: '22', phone_number_id: '11' })
  finish('code')

  expect(await screen.findByRole('alert')).toHaveTextContent('Refused Turn off the PIN.')
  expect(screen.getByRole('button', { name: 'Connect with Facebook' })).toBeEnabled()
})

test('a step that fails after saving the number gets the focus on the new card', async () => {
  const stages = stagesOf(['token', true], ['number', true], ['register', true], ['webhook', false])
  takeSignups(connected, stages, false).release()
  await openConnect()
  tell('FINISH', { waba_id: '22', phone_number_id: '11' })
  finish('code')

  expect(await screen.findByText('+91 98000 00000')).toBeVisible()
  const failed = screen.getAllByRole('listitem').find((step) => within(step).queryByRole('alert'))
  expect(failed).toHaveTextContent('Messages come in')
  expect(failed).toHaveFocus()
})

test('reconnecting a number keeps its card and the focus on the button', async () => {
  const signups = takeSignups(connected, stagesOf(['token', true]), true)
  const { settings } = connected
  const withStatus = (status: 'disconnected' | 'connecting') => ({
    ...connected,
    settings: { ...settings, whatsapp: { ...settings.whatsapp, status } },
  })
  cacheOwner(withStatus('disconnected'))
  openSettings('#whatsapp', sdkUrl)
  const button = screen.getByRole('button', { name: 'Connect again' })
  await userEvent.click(button)
  tell('FINISH', { waba_id: '22', phone_number_id: '11' })
  finish('code')

  expect(await screen.findByRole('img', { name: 'In progress' })).toBeVisible()
  expect(button).toHaveFocus()
  cacheOwner(withStatus('connecting'))
  expect(await screen.findByText('Connecting')).toBeVisible()
  expect(button).toHaveFocus()
  signups.release()
  const notice = await screen.findByText('Your number is connected.')
  expect(document.activeElement).toContainElement(notice)
})

test.each<[string, () => void, string | RegExp]>([
  ['closed', () => finish(), 'The window was closed, and nothing was changed.'],
  [
    'cancelled at a step',
    () => {
      tell('CANCEL', { current_step: 'PHONE_NUMBER_SETUP' })
      finish()
    },
    'The window was closed, and nothing was changed.',
  ],
  [
    'ended by an error',
    () => {
      tell('ERROR', { error_message: 'The number could not be verified.' })
      finish()
    },
    'Facebook says: The number could not be verified.',
  ],
  [
    'finished without a number',
    () => {
      tell('FINISH_ONLY_WABA', { waba_id: '22' })
      finish('code')
    },
    /^No number was chosen\./,
  ],
])('a window that is %s connects nothing and shows the reason', async (_, end, text) => {
  const { sent } = takeSignups(ownerWith({}), [], true)
  await openConnect()
  end()

  expect(await screen.findByText(text)).toBeVisible()
  expect(sent).toEqual([])
})

test('a number is disconnected after a confirmation, with its token', async () => {
  const sent = acceptSettings(ownerWith({}))
  cacheOwner(connected)
  openSettings('#whatsapp', sdkUrl)
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  const question = screen.getByRole('dialog', { name: 'Disconnect this number?' })
  expect(question).toHaveTextContent('Your chats and jobs stay')
  await userEvent.click(within(question).getByRole('button', { name: 'Disconnect' }))

  expect(await screen.findByText('Number disconnected')).toBeInTheDocument()
  const ids = { displayPhone: '', phoneNumberId: '', wabaId: '' }
  const secrets = { accessToken: null, appSecret: null }
  expect(sent).toEqual([{ settings: { whatsapp: { provider: 'simulator', ...ids, ...secrets } } }])
  expect(screen.getByRole('button', { name: 'Connect with Facebook' })).toBeVisible()
  expect(screen.getByText(/^Connect your number/)).toHaveFocus()
})

test('the form of ids connects the number and shows what was saved', async () => {
  const { signup: _none, ...whatsapp } = connected.settings.whatsapp
  const sent = acceptSettings({
    ...connected,
    settings: { ...connected.settings, version: 4, whatsapp },
  })
  cacheOwner(ownerWith({ signup: undefined }))
  openSettings('#whatsapp', sdkUrl)
  await userEvent.type(screen.getByLabelText('Phone number ID'), '11')
  await userEvent.type(screen.getByLabelText('Access token'), 'EAAG')
  await save()

  expect(await screen.findByText(/^Saved .*: Phone number ID and Access token$/)).toBeVisible()
  expect(sent).toEqual([
    {
      settings: {
        whatsapp: { provider: 'cloud_api', phoneNumberId: '11', accessToken: 'EAAG' },
      },
    },
  ])
  expect(screen.getByText('Connected')).toBeVisible()
})

test('a number connected by token can be changed if signup is available', async () => {
  cacheOwner(connected)
  openSettings('#whatsapp', sdkUrl)
  await userEvent.click(screen.getByRole('button', { name: 'Change IDs or token' }))

  expect(screen.getByLabelText('App secret')).toBeVisible()
  expect(screen.getByLabelText('Webhook address')).toBeVisible()
})

test('with signup the form of ids is behind a button', async () => {
  cacheOwner(ownerWith({}))
  openSettings('#whatsapp', sdkUrl)
  expect(screen.queryByLabelText('Access token')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'I have an access token' }))

  expect(screen.getByLabelText('Access token')).toBeVisible()
})
