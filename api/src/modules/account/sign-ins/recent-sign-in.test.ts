import { expect, test } from 'vitest'

import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi } from '../../../../test/test-api.ts'

const api = useTestApi()
const unattended = { signedInAgo: 11 * 60 }
const callback = { behaviour: { onComplete: { webhookUrl: 'https://shop.example/done' } } }

test.each<[string, string, object?]>([
  ['DELETE', '/api/auth/account'],
  ['GET', '/api/auth/export'],
  ['POST', '/api/auth/calendar'],
  ['POST', '/api/auth/whatsapp/signup', { code: 'x', wabaId: '1' }],
  ['POST', '/api/auth/whatsapp/signup/permit'],
  ['PUT', '/api/auth/settings', { settings: { smtp: { password: 'x' } } }],
  ['PUT', '/api/auth/settings', { settings: { smtp: { host: 'mail.intruder.example' } } }],
  ['PUT', '/api/auth/settings', { settings: { whatsapp: { accessToken: 'x' } } }],
  ['PUT', '/api/auth/settings', { settings: { whatsapp: { appSecret: null } } }],
  ['PUT', '/api/auth/settings', { settings: { whatsapp: { phoneNumberId: '7' } } }],
  ['PUT', '/api/auth/settings', { settings: { whatsapp: { wabaId: '7' } } }],
  ['POST', '/api/jobs', { name: 'Salon', ...callback }],
])('%s %s %j needs a sign-in of the last ten minutes', async (method, path, body) => {
  const owner = await api.newOwner()

  const refused = await api.onDevice(owner, unattended).call(method, path, { body })

  expectProblem(refused, 403)
  expect(refused.body.code).toBe('recent_sign_in_required')
  const again = await api.onDevice(owner, { signedInAgo: 9 * 60 }).call(method, path, { body })
  expect(again.body.code).not.toBe('recent_sign_in_required')
})

test('other changes of settings and jobs need no recent sign-in', async () => {
  const owner = await api.newOwner()
  const whatsapp = { provider: 'cloud_api', phoneNumberId: '7', wabaId: '8' }
  const first = await owner.call('PUT', '/api/auth/settings', { body: { settings: { whatsapp } } })
  expect(first.status).toBe(200)
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Salon', ...callback } })
  const device = api.onDevice(owner, unattended)

  const settings = { whatsapp, smtp: { username: 'asha' } }
  const changed = await device.call('PUT', '/api/auth/settings', { body: { name: 'A', settings } })
  const saved = await device.call('PUT', `/api/jobs/${body.job.id}`, {
    body: { name: 'Salon 2', ...callback },
  })

  expect([changed.status, saved.status]).toEqual([200, 200])
})

test('another e-mail address, to which the owner is alerted, needs a recent sign-in', async () => {
  const owner = await api.newOwner()
  const device = api.onDevice(owner, unattended)
  const change = (email: string) => device.call('PUT', '/api/auth/settings', { body: { email } })

  expect((await change('asha@shop.example')).status).toBe(200)
  expect((await change('asha@shop.example')).status).toBe(200)
  const refused = await change('intruder@mail.example')

  expectProblem(refused, 403)
  expect(refused.body.code).toBe('recent_sign_in_required')
})

test('another callback address of a job needs a recent sign-in', async () => {
  const owner = await api.newOwner()
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })
  const path = `/api/jobs/${body.job.id}`

  const refused = await api.onDevice(owner, unattended).call('PUT', path, { body: callback })

  expectProblem(refused, 403)
  expect(refused.body.code).toBe('recent_sign_in_required')
  expect((await owner.call('PUT', path, { body: callback })).status).toBe(200)
})
