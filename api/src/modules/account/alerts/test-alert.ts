import type { PushPayload, TestAlertInput, TestAlertResponse } from '@errand/contract/alerts'
import { paths } from '@errand/contract/paths'
import { eq } from 'drizzle-orm'

import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { users } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import type { MailRules } from '../../../platform/mail/mail-host.ts'
import type { MailSender } from '../../../platform/mail/mail-sender.ts'
import { createMailer, describeMailFailure, MailRefusal } from '../../../platform/mail/mailer.ts'
import { writeNotice } from '../../../platform/mail/notice-email.ts'
import type { PushResult, PushSender } from '../../../platform/push/push-sender.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { readPreferences } from '../settings-view.ts'
import { alertLanguage, alertText } from './alert-texts.ts'
import { listDevices, openSubscription, settleDevice } from './devices.ts'
import { sendToOwner } from './send-to-owner.ts'

export interface TestAlertDeps {
  database: Database
  secretBox: SecretBox
  push: PushSender
  mail: MailRules
  mailSender?: MailSender | undefined
  publicUrl: string
}

/** E-mails are fewer: nobody has confirmed the address, and the product's own server may send them. */
const limits = {
  push: { limit: 10, windowMs: 60_000 },
  email: { limit: 5, windowMs: 60 * 60_000 },
}

/** Sends an alert now, and says in plain words what happened. */
export async function testAlert(
  deps: TestAlertDeps,
  ownerId: string,
  { via, deviceId }: TestAlertInput,
): Promise<TestAlertResponse> {
  const { queries } = deps.database
  await consumeRateLimit(queries, { key: `test-alert ${via} ${ownerId}`, ...limits[via] })
  return via === 'push' ? testPush(deps, ownerId, deviceId) : testEmail(deps, ownerId)
}

async function testPush(
  { database: { queries }, secretBox, push }: TestAlertDeps,
  ownerId: string,
  deviceId: string | undefined,
): Promise<TestAlertResponse> {
  const all = await listDevices(queries, ownerId)
  const devices = deviceId === undefined ? all : all.filter(({ id }) => id === deviceId)
  if (deviceId !== undefined && devices.length === 0)
    throw new Problem('not_found', { detail: 'There is no such device.' })
  if (devices.length === 0)
    return { ok: false, message: 'No device receives alerts.', hint: 'Turn them on here first.' }
  const { ui } = await readPreferences(queries, ownerId)
  const lang = alertLanguage(ui.language)
  const payload: PushPayload = {
    title: alertText(lang, 'test'),
    body: alertText(lang, 'testBody'),
    path: paths.settings,
    tag: 'test',
    kind: 'test',
    lang,
  }
  const message = { payload, tag: 'test', ttlSeconds: 60, isUrgent: true }
  const results = await Promise.all(
    devices.map(async (device) => {
      const result = await push.send(openSubscription(secretBox, device), message)
      await settleDevice(queries, device, result)
      return result
    }),
  )
  const failure = results.find((result) => result !== 'sent')
  return results.includes('sent') || failure === undefined
    ? { ok: true }
    : { ok: false, ...failures[failure] }
}

const failures: Record<Exclude<PushResult, 'sent'>, { message: string; hint: string }> = {
  gone: {
    message: 'This browser no longer receives alerts, so it was removed.',
    hint: 'Turn alerts on again in that browser.',
  },
  refused: {
    message: 'The push service of this browser refused the alert.',
    hint: 'Turn alerts off and on again in that browser.',
  },
  later: {
    message: 'The push service of this browser did not answer.',
    hint: 'Try again in a few minutes.',
  },
}

async function testEmail(
  { database: { queries }, secretBox, mail, mailSender, publicUrl }: TestAlertDeps,
  ownerId: string,
): Promise<TestAlertResponse> {
  const [owner] = await queries
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, ownerId))
  const to = owner?.email ?? ''
  if (to === '')
    return { ok: false, message: 'You have no e-mail address.', hint: 'Add one to your profile.' }
  const deps = { queries, secretBox, mailer: createMailer(mail), sender: mailSender }
  const letter = await writeNotice({
    to,
    subject: 'Alerts work',
    paragraphs: ['Errand can reach you at this address. There is nothing you need to do.'],
    link: { href: `${publicUrl}${paths.settings}`, label: 'Choose your alerts' },
  })
  try {
    await sendToOwner(deps, ownerId, { ...letter, id: newId('email') })
    return { ok: true }
  } catch (error) {
    if (error instanceof MailRefusal && error.code === 0)
      return { ok: false, message: error.message }
    const { message = '', hint } = describeMailFailure(
      error instanceof MailRefusal ? error.cause : error,
    )
    return { ok: false, message, ...(hint !== undefined && { hint }) }
  }
}
