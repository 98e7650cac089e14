import * as z from 'zod/mini'

import { alertKinds } from './alert-choices.ts'
import { requiredText } from './text-schemas.ts'

/** The most devices of one owner; a further one replaces the one that was reached least recently. */
export const maxAlertDevices = 10

/** A browser that receives push messages. */
export const alertDeviceSchema = z.object({
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

/** The answer of `GET /auth/alerts`: what can reach the owner. */
export const alertsResponseSchema = z.object({
  /** The key by which a browser subscribes (VAPID, base64url); empty where the api sends no push messages. */
  publicKey: z.string(),
  devices: z.array(alertDeviceSchema),
  email: z.object({
    /** Whose mail server sends the alerts; `none` if there is none, or no address. */
    sender: z.enum(['own', 'product', 'none']),
    /** The owner's address; empty without one. */
    address: z.string(),
  }),
})
export type AlertsResponse = z.infer<typeof alertsResponseSchema>

/** Bytes in base64url: the exact form matters, because a key of another length encrypts nothing. */
const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`)))

/** `POST /auth/alerts/devices`: what the browser's `PushSubscription` says; the same endpoint is replaced. */
export const addAlertDeviceSchema = z.object({
  subscription: z.object({
    endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(1000)),
    keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
  }),
  label: requiredText(80),
})
export type AddAlertDeviceInput = z.output<typeof addAlertDeviceSchema>

/** The answer of `DELETE /auth/alerts/devices/{id}`. */
export const deletedAlertDeviceSchema = z.object({ success: z.literal(true) })

/** `POST /auth/alerts/test`: sends one alert now, whatever is chosen and also in quiet hours. */
export const testAlertSchema = z.object({
  via: z.enum(['push', 'email']),
  /** The device to send to; without it all are tried. */
  deviceId: z.optional(z.string().check(z.maxLength(60))),
})
export type TestAlertInput = z.output<typeof testAlertSchema>

/** The answer of `POST /auth/alerts/test`: a failed test is a result, not an error. */
export const testAlertResponseSchema = z.object({
  ok: z.boolean(),
  /** What went wrong, in plain words. */
  message: z.optional(z.string()),
  /** What the owner can do about it. */
  hint: z.optional(z.string()),
})
export type TestAlertResponse = z.infer<typeof testAlertResponseSchema>

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
