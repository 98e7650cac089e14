import * as z from 'zod/mini'

import { alertKinds } from './alert-choices.ts'
import { call, type Answer } from './call.ts'
import { requiredText } from './text-schemas.ts'

/** The most devices of one owner; a further one replaces the one that was reached least recently. */
export const maxAlertDevices = 10

/** A browser that receives push messages. */
const alertDeviceSchema = z.object({
  id: z.string(),
  /** What the owner reads, such as `Chrome on Android`. */
  label: z.string(),
  createdAt: z.iso.datetime(),
  /** When its push service last accepted a message; `null` before the first. */
  lastSentAt: z.nullable(z.iso.datetime()),
  /** Whether the push service did not accept the latest message. */
  isFailing: z.boolean(),
})
export type AlertDevice = z.infer<typeof alertDeviceSchema>

/** What can reach the owner. */
export const readAlertsCall = call('GET /auth/alerts', {
  answer: z.object({
    /** The key by which a browser subscribes (VAPID, base64url); empty where the api sends no push messages. */
    publicKey: z.string(),
    devices: z.array(alertDeviceSchema),
    email: z.object({
      /** Whose mail server sends the alerts; `none` if there is none, or no address. */
      sender: z.enum(['own', 'product', 'none']),
      /** The owner's address; empty without one. */
      address: z.string(),
    }),
  }),
})
export type AlertsResponse = Answer<typeof readAlertsCall>

/** Bytes in base64url: the exact form matters, because a key of another length encrypts nothing. */
const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`)))

/** Sends what the browser's `PushSubscription` says; one with the same endpoint is replaced. */
export const addAlertDeviceCall = call('POST /auth/alerts/devices', {
  body: z.object({
    subscription: z.object({
      endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(1000)),
      keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
    }),
    label: requiredText(80),
  }),
  answer: alertDeviceSchema,
})
export type AddAlertDeviceInput = z.output<(typeof addAlertDeviceCall)['body']>

export const deleteAlertDeviceCall = call('DELETE /auth/alerts/devices/:id', {
  ids: { id: 'alertDevice' },
  answer: z.object({ success: z.literal(true) }),
})

/** Sends one alert now, whatever is chosen and also in quiet hours; a failed test is a result, not an error. */
export const testAlertCall = call('POST /auth/alerts/test', {
  body: z.object({
    via: z.enum(['push', 'email']),
    /** The device to send to; without it all are tried. */
    deviceId: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: z.object({
    ok: z.boolean(),
    /** What went wrong, in plain words. */
    message: z.optional(z.string()),
    /** What the owner can do about it. */
    hint: z.optional(z.string()),
  }),
  problems: [404],
})
export type TestAlertInput = z.output<(typeof testAlertCall)['body']>
export type TestAlertResponse = Answer<typeof testAlertCall>

/** The payload of a push message, which the browser's service worker shows. */
export const pushPayloadSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** The page that opens, such as `/chats?session=ses_1`. */
  path: z.string(),
  /** A later message with the same tag takes the place of the earlier one. */
  tag: z.string(),
  kind: z.enum([...alertKinds, 'newDevice', 'test']),
  /** The language of the texts, such as `en`, `hi` or `ar`. */
  lang: z._default(z.string(), 'en'),
})
export type PushPayload = z.output<typeof pushPayloadSchema>
