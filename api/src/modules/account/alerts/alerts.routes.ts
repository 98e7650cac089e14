import {
  addAlertDeviceCall,
  deleteAlertDeviceCall,
  readAlertsCall,
  testAlertCall,
  type AlertsResponse,
} from '@errand/contract/alerts'
import { canSendMail } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import { users } from '../../../platform/database/schema.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { isUsableKey } from '../../../platform/push/encrypt.ts'
import { findSecretNames } from '../../../platform/secrets/secrets.repo.ts'
import { requireOwner, requireSignIn } from '../require-owner.ts'
import { toPreferences } from '../settings-view.ts'
import { addDevice, listDevices, removeDevice, toDevice } from './devices.ts'
import { testAlert, type TestAlertDeps } from './test-alert.ts'

interface Dependencies extends TestAlertDeps {
  verifyToken: VerifyToken
}

/** /api/auth/alerts: what reaches the owner when something happens. */
export function alertsRoutes(services: Dependencies) {
  const { database, verifyToken, secretBox, push } = services
  const routes = new Hono<OwnerEnv>().use('/alerts/*', requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/auth', 'Account')
  on(readAlertsCall, {
    summary: 'Read what can reach the owner',
    leaves: 'nothing',
    description:
      'The devices that receive push messages, the key by which a browser subscribes, and whose mail ' +
      'server sends the e-mails.',
  }).answer(({ ownerId }) => readAlerts(services, ownerId))
  on(addAlertDeviceCall, {
    summary: 'Add a device',
    leaves: {
      what: 'alerts, to this browser',
      code: 'never',
      why: 'they end with the sign-in of the device, and browsers renew their address by themselves',
    },
    description:
      'The subscription of a browser. One with the same endpoint is replaced, also that of another ' +
      'owner who used the browser before. Of more than 10 devices the one that was not reached for ' +
      'the longest time is removed, and each with its sign-in.',
  }).answer(async ({ ownerId, identity, actor, body: input }) => {
    const { endpoint, keys } = input.subscription
    if (!push.isAllowed(endpoint))
      throw refusal('endpoint', 'This is no address of a push service.')
    if (!isUsableKey(keys)) throw refusal('keys/p256dh', 'This is no key of a browser.')
    return toDevice(await addDevice(database, secretBox, { ownerId, identity, actor, input }))
  })
  on(deleteAlertDeviceCall, {
    summary: 'Remove a device',
    leaves: 'nothing',
  }).answer(async ({ ownerId, actor, id }) => {
    if (!(await removeDevice(database, { ownerId, actor, id })))
      throw new Problem('not_found', { detail: 'There is no such device.' })
    return { success: true }
  })
  on(testAlertCall, {
    summary: 'Send a test alert',
    leaves: 'nothing',
    description:
      'Sends one now, whatever the owner chose and also in quiet hours. A failed test is a result. ' +
      'At most 10 push messages in a minute and 5 e-mails in an hour.',
  }).answer(({ ownerId, body }) => testAlert(services, ownerId, body))
  return routes
}

const refusal = (member: string, detail: string) =>
  new Problem('validation_failed', {
    errors: [{ pointer: `#/subscription/${member}`, code: 'not_allowed', detail }],
  })

async function readAlerts(
  { database: { queries }, push, mailSender }: Dependencies,
  ownerId: string,
): Promise<AlertsResponse> {
  const [owner] = await queries
    .select({ email: users.email, preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  const secrets = await findSecretNames(queries, ownerId)
  const { smtp } = toPreferences(owner?.preferences ?? {})
  const address = owner?.email ?? ''
  const isOwn = canSendMail(smtp, secrets.has('smtp_password'))
  const sender = isOwn ? 'own' : mailSender === undefined ? 'none' : 'product'
  return {
    publicKey: await push.publicKey(),
    devices: (await listDevices(queries, ownerId)).map(toDevice),
    email: { sender: address === '' ? 'none' : sender, address },
  }
}
