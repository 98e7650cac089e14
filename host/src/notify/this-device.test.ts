import { owner } from '@errand/contract/testing/owner'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { followSession } from '../session/session.ts'
import { answerAlerts } from '../testing/answer-alerts.ts'
import { aPushBrowser, endPushBrowser } from '../testing/push-browser.ts'
import { showNotification } from './desktop.ts'
import { keepThisDevice, readThisDevice } from './this-device.ts'

/** The session of the page, and who follows it. */
const page = vi.hoisted(() => ({ session: {}, change: async () => {} }))
vi.mock('@errand/shared-auth', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@errand/shared-auth')>()),
  sessionKnown: async () => page.session,
  onSessionChange: (listener: () => Promise<void>) => void (page.change = listener),
}))

afterEach(endPushBrowser)

test('a subscription replaced by the browser is sent when a page is opened', async () => {
  const browser = aPushBrowser('granted', { wasAsked: true })
  const api = answerAlerts()
  await keepThisDevice(owner.uid, true)
  expect(api.added).toHaveLength(1)

  await keepThisDevice(owner.uid, false)
  expect(api.added).toHaveLength(1)
  browser.replace('https://push.example/new')
  await keepThisDevice(owner.uid, false)
  expect(api.added).toMatchObject([{}, { subscription: { endpoint: 'https://push.example/new' } }])
})

test.each(['left', 'ended', 'expired'])(
  'a session that has %s ends this browser’s alerts and closes the shown ones',
  async (reason) => {
    const { unsubscribe, closeNotification } = aPushBrowser('granted', { wasAsked: true })
    answerAlerts()
    followSession(createMemoryRouter([{ path: '*', element: null }]))
    page.session = { status: 'signed-in', user: owner }
    await page.change()
    await keepThisDevice(owner.uid, true)
    await showNotification({ title: 'Ravi', body: 'Is it open?', tag: 'ses_1' })
    expect(closeNotification).not.toHaveBeenCalled()

    page.session = { status: 'signed-out', reason }
    await page.change()

    await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
    expect(closeNotification).toHaveBeenCalledOnce()
    expect(readThisDevice(owner.uid)).toBeUndefined()
  },
)

test('another user of this browser gets no alerts of the previous owner', async () => {
  const { unsubscribe } = aPushBrowser('granted', { wasAsked: true })
  answerAlerts()
  await keepThisDevice(owner.uid, true)
  expect(unsubscribe).not.toHaveBeenCalled()

  await keepThisDevice('another', false)
  expect(unsubscribe).toHaveBeenCalledOnce()
})
