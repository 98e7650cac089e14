import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { answerAlerts } from '../testing/answer-alerts.ts'
import { aPushBrowser, endPushBrowser } from '../testing/push-browser.ts'
import { showNotification } from './desktop.ts'
import { keepThisDevice, leaveThisDevice } from './this-device.ts'

afterEach(() => {
  vi.useRealTimers()
  endPushBrowser()
})

test('a subscription that the browser replaced is made known when a page is opened', async () => {
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

test('signing out takes away the alerts that are still shown', async () => {
  const { closeNotification } = aPushBrowser('granted', { wasAsked: true })
  answerAlerts()
  await keepThisDevice(owner.uid, true)
  await showNotification({ title: 'Ravi', body: 'Is it open?', tag: 'ses_1' })
  expect(closeNotification).not.toHaveBeenCalled()

  await leaveThisDevice(owner.uid)
  expect(closeNotification).toHaveBeenCalledOnce()
})

test('another person at this browser gets no alerts of the owner before', async () => {
  const { unsubscribe } = aPushBrowser('granted', { wasAsked: true })
  answerAlerts()
  await keepThisDevice(owner.uid, true)
  expect(unsubscribe).not.toHaveBeenCalled()

  await keepThisDevice('another', false)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('signing out removes this device, and waits two seconds at most', async () => {
  const { unsubscribe } = aPushBrowser('granted', { wasAsked: true })
  const api = answerAlerts()
  await keepThisDevice(owner.uid, true)
  await leaveThisDevice(owner.uid)
  expect(api.devices()).toEqual([])
  expect(unsubscribe).toHaveBeenCalledOnce()

  await keepThisDevice(owner.uid, true)
  vi.useFakeTimers()
  server.use(http.delete('*/api/auth/alerts/devices/:id', () => new Promise(() => {})))
  const leaving = leaveThisDevice(owner.uid)
  await vi.advanceTimersByTimeAsync(2000)
  await leaving
  expect(unsubscribe).toHaveBeenCalledTimes(2)
})
