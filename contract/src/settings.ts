import * as z from 'zod/mini'

import { alertChoicesSchema, answeredChoices } from './alert-choices.ts'
import { gstinPattern, isGstin, isStateCode } from './gstin.ts'
import { languageSchema } from './language.ts'
import { clockSchema, hours, hoursChange } from './opening-hours.ts'
import { timeZoneSchema } from './period.ts'
import {
  emailOrEmptySchema,
  emptyText,
  machineText,
  plain,
  plainUntrimmed,
  requiredText,
  trimmedText,
} from './text-schemas.ts'

const wordsSchema = z.array(requiredText(40)).check(z.maxLength(30))

const business = {
  name: trimmedText(80),
  description: trimmedText(500),
  website: z.union([
    emptyText(300),
    z.string().check(plain, z.url({ protocol: /^https?$/ }), z.maxLength(300)),
  ]),
  timeZone: timeZoneSchema,
  locale: languageSchema,
}

const smtp = {
  enabled: z.boolean(),
  host: machineText(253),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(['tls', 'starttls', 'none']),
  username: machineText(254),
  fromName: trimmedText(80),
  fromEmail: emailOrEmptySchema,
  replyTo: emailOrEmptySchema,
}

const whatsapp = {
  provider: z.enum(['simulator', 'cloud_api']),
  displayPhone: machineText(30),
  phoneNumberId: machineText(60),
  wabaId: machineText(60),
}

/** The longest pause after a message that an owner can choose. */
export const maxDebounceSeconds = 30

/** The longest the assistant waits for a contact who goes on writing, whatever the owner chose. */
export const maxWaitSeconds = 12

const assistant = {
  enabled: z.boolean(),
  /** Whether it also answers while the business is closed. */
  answersOutsideHours: z.boolean(),
  /** Starts again with each message, up to the maximum wait; half as long after a single one. */
  debounceSeconds: z.int().check(z.gte(0), z.lte(maxDebounceSeconds)),
  /** Whether a reply over 1 000 characters is sent as up to three messages, each of which costs. */
  splitReplies: z.boolean(),
  maxRepliesPerHour: z.int().check(z.gte(1), z.lte(1000)),
  dailySpendCapMinor: z.nullable(z.int().check(z.nonnegative())),
  returnToAssistantAfterMinutes: z.nullable(z.int().check(z.gte(1), z.lte(10_080))),
  pauseOnOwnerReply: z.boolean(),
  optOutKeywords: wordsSchema,
  optInKeywords: wordsSchema,
  /** Notices to contacts; an empty one means the product's standard text in their language. */
  exhaustedMessage: trimmedText(1000),
  voiceNoteMessage: trimmedText(1000),
  endedMessage: trimmedText(1000),
  /** The approved template that tells a contact that a reply waits for the 24-hour window; empty is off. */
  nudgeTemplate: machineText(512),
}

const quietHoursSchema = z.nullable(z.object({ from: clockSchema, to: clockSchema }))

const notifications = {
  desktop: z.boolean(),
  sound: z.boolean(),
  email: alertChoicesSchema,
  push: alertChoicesSchema,
  quietHours: quietHoursSchema,
}

const billing = {
  legalName: trimmedText(120),
  gstin: z.union([
    z.literal(''),
    z
      .string()
      .check(z.regex(gstinPattern, { error: 'Invalid GSTIN: 15 digits and capital letters.' })),
  ]),
  address: trimmedText(500),
  stateCode: z.union([z.literal(''), z.string().check(z.regex(/^\d{2}$/))]),
  lowBalanceMinor: z.int().check(z.nonnegative()),
  invoiceEmail: emailOrEmptySchema,
}

const inbox = {
  /** When a chat counts as read: once its newest message was viewed, or once the owner replied. */
  markReadOn: z.enum(['view', 'reply']),
  /** For how many seconds a reply can be undone. */
  undoSeconds: z.union([z.literal(0), z.literal(3), z.literal(5), z.literal(10)]),
  /** Whether Enter sends and Shift+Enter starts a new line; otherwise Ctrl+Enter sends. */
  enterSends: z.boolean(),
  /** Saved replies, found in the composer by name. */
  quickReplies: z
    .array(
      z.object({
        name: requiredText(40),
        text: requiredText(1000),
      }),
    )
    .check(z.maxLength(100)),
  /** Whether contacts are told that their messages were read. */
  sendReadReceipts: z.boolean(),
  /** For how many months chats are kept. */
  retentionMonths: z.int().check(z.gte(1), z.lte(120)),
}

const ui = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  language: languageSchema,
  /** Whether single letters are shortcuts; people who use dictation switch them off. */
  singleKeyShortcuts: z.boolean(),
}

/** The write-only secrets of a section: absent keeps the stored one, `null` deletes it. */
const secretSchema = z.optional(
  z.nullable(z.string().check(plainUntrimmed, z.minLength(1), z.maxLength(1000))),
)

/** Stricter than `billing`: values stored by earlier releases were only checked for their form. */
const billingChange = {
  ...billing,
  stateCode: z.union([
    z.literal(''),
    z
      .string()
      .check(
        z.maxLength(2),
        z.refine(isStateCode, { error: 'Not a state code: two digits, such as 27.' }),
      ),
  ]),
  gstin: z.string().check(
    plain,
    z.maxLength(15),
    z.refine((text) => text === '' || isGstin(text), {
      error: 'Invalid GSTIN.',
    }),
  ),
}

/** The result of the last test of the owner's mail server. */
const lastTestSchema = z.nullable(
  z.object({
    at: z.iso.datetime(),
    ok: z.boolean(),
    stage: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
)

/** The statuses of the owner's WhatsApp number. */
export const channelStatuses = [
  'not_connected',
  'connecting',
  'connected',
  'degraded',
  'disconnected',
] as const

/** What an owner may choose. */
export const preferencesSchema = z.object({
  business: z.object({ ...business, hours: z.object(hours) }),
  smtp: z.object(smtp),
  whatsapp: z.object(whatsapp),
  assistant: z.object(assistant),
  notifications: z.object({ ...notifications, ...answeredChoices }),
  billing: z.object(billing),
  inbox: z.object(inbox),
  ui: z.object(ui),
})
export type Preferences = z.output<typeof preferencesSchema>

/** The owner's settings; `version` counts the changes. Secrets are never answered. */
export const settingsSchema = z.extend(preferencesSchema, {
  version: z.int(),
  assistant: z.object({
    ...assistant,
    /** With it the server at `onComplete.webhookUrl` verifies that a callback comes from here and is recent. */
    signingSecret: z.string(),
  }),
  smtp: z.object({
    ...smtp,
    passwordSet: z.boolean(),
    lastTest: lastTestSchema,
    /** The local mail server and inbox; only on a developer's machine. */
    localInbox: z.optional(z.object({ host: z.string(), port: z.int(), security: smtp.security })),
  }),
  whatsapp: z.object({
    ...whatsapp,
    accessTokenSet: z.boolean(),
    appSecretSet: z.boolean(),
    /** Where the provider sends its webhooks, and the token by which it verifies the address. */
    webhookUrl: z.string(),
    verifyToken: z.string(),
    /** Opens a chat with the number; `text` in its query is what the contact will send. Empty without a number. */
    chatLink: z._default(z.string(), ''),
    /** What Meta's signup window needs; absent where the deployment has no Meta app. */
    signup: z.optional(
      z.object({ appId: z.string(), configId: z.string(), graphVersion: z.string() }),
    ),
    status: z.enum(channelStatuses),
    lastInboundAt: z.nullable(z.iso.datetime()),
    lastError: z.nullable(z.object({ code: z.int(), message: z.string(), at: z.iso.datetime() })),
  }),
})
export type Settings = z.infer<typeof settingsSchema>

const partial = <T extends z.core.$ZodShape>(shape: T) => z.optional(z.partial(z.object(shape)))

/** The `settings` of `PUT /auth/settings`: absent members stay as they are. */
export const settingsChangeSchema = z.object({
  business: partial({ ...business, hours: z.partial(z.object(hoursChange)) }),
  smtp: partial({ ...smtp, password: secretSchema }),
  whatsapp: partial({ ...whatsapp, accessToken: secretSchema, appSecret: secretSchema }),
  assistant: partial(assistant),
  notifications: partial({
    ...notifications,
    email: z.partial(notifications.email),
    push: z.partial(notifications.push),
  }),
  billing: partial(billingChange),
  inbox: partial(inbox),
  ui: partial(ui),
})
export type SettingsChange = z.output<typeof settingsChangeSchema>

/** Whether mail can be sent with these settings; some servers need no username. */
export function canSendMail(server: Preferences['smtp'], hasPassword: boolean): boolean {
  const { enabled, host, fromEmail, username } = server
  return enabled && host !== '' && fromEmail !== '' && (username === '' || hasPassword)
}
