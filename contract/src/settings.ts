import * as z from 'zod/mini'

import { gstinPattern, isGstin, isStateCode } from './gstin.ts'
import { languageSchema } from './language.ts'
import { timeZoneSchema } from './period.ts'
import { nameText, requiredName, visibleOrEmpty } from './name-text.ts'

const text = (max: number) => z.string().check(z.trim(), visibleOrEmpty, z.maxLength(max))
const clockSchema = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Write a time as HH:mm.' }))
/** An e-mail address, or `""` when there is none. */
export const emailOrEmptySchema = z.union([z.literal(''), z.email().check(z.maxLength(254))])
const wordsSchema = z
  .array(z.string().check(z.trim(), visibleOrEmpty, z.minLength(1), z.maxLength(40)))
  .check(z.maxLength(30))

const openingDaySchema = z.object({
  day: z.int().check(z.gte(0), z.lte(6)),
  open: z.boolean(),
  from: clockSchema,
  to: clockSchema,
})

const closedDatesSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  label: z.optional(nameText(60)),
})

const hours = {
  enabled: z.boolean(),
  days: z.array(openingDaySchema).check(z.length(7)),
  closedDates: z.array(closedDatesSchema).check(z.maxLength(100)),
  awayMessage: text(1000),
}

const business = {
  name: nameText(80),
  description: text(500),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).check(z.maxLength(300))]),
  timeZone: timeZoneSchema,
  locale: languageSchema,
}

const smtp = {
  enabled: z.boolean(),
  host: text(253),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(['tls', 'starttls', 'none']),
  username: text(254),
  fromName: nameText(80),
  fromEmail: emailOrEmptySchema,
  replyTo: emailOrEmptySchema,
}

const whatsapp = {
  provider: z.enum(['simulator', 'cloud_api']),
  displayPhone: text(30),
  phoneNumberId: text(60),
  wabaId: text(60),
}

/** However much a contact writes, and whatever the owner chose: after so long the assistant answers. */
export const longestDebounceSeconds = 30

const assistant = {
  enabled: z.boolean(),
  /** Whether it also answers while the business is closed. */
  answersOutsideHours: z.boolean(),
  /** Begins anew with each message, up to the longest there is. */
  debounceSeconds: z.int().check(z.gte(0), z.lte(longestDebounceSeconds)),
  /** Whether what takes more than 1 000 letters goes out in up to three messages, each of which costs. */
  splitReplies: z.boolean(),
  maxRepliesPerHour: z.int().check(z.gte(1), z.lte(1000)),
  dailySpendCapMinor: z.nullable(z.int().check(z.nonnegative())),
  returnToAssistantAfterMinutes: z.nullable(z.int().check(z.gte(1), z.lte(10_080))),
  pauseOnOwnerReply: z.boolean(),
  optOutKeywords: wordsSchema,
  optInKeywords: wordsSchema,
  /** What contacts are told in the product's own name; empty means its usual words in their language. */
  exhaustedMessage: text(1000),
  voiceNoteMessage: text(1000),
  endedMessage: text(1000),
  /** Says that an answer waits while the 24-hour window is closed: an approved template; empty is off. */
  nudgeTemplate: text(512),
}

const quietHoursSchema = z.nullable(z.object({ from: clockSchema, to: clockSchema }))

const notifications = {
  desktop: z.boolean(),
  sound: z.boolean(),
  email: z.object({
    handoff: z.boolean(),
    lowBalance: z.boolean(),
  }),
  quietHours: quietHoursSchema,
}

const billing = {
  legalName: nameText(120),
  gstin: z.union([
    z.literal(''),
    z
      .string()
      .check(z.regex(gstinPattern, { error: 'Not a GSTIN: 15 digits and capital letters.' })),
  ]),
  address: text(500),
  stateCode: z.union([z.literal(''), z.string().check(z.regex(/^\d{2}$/))]),
  lowBalanceMinor: z.int().check(z.nonnegative()),
  invoiceEmail: emailOrEmptySchema,
}

const inbox = {
  /** When a chat counts as read: once its newest message was seen, or only once it was answered. */
  markReadOn: z.enum(['view', 'reply']),
  /** For how many seconds a reply can be taken back. */
  undoSeconds: z.union([z.literal(0), z.literal(3), z.literal(5), z.literal(10)]),
  /** Whether Enter sends, and Shift and Enter begin a new line; otherwise it is Ctrl and Enter. */
  enterSends: z.boolean(),
  /** What is said often, found in the composer by its name. */
  quickReplies: z
    .array(
      z.object({
        name: requiredName(40),
        text: z.string().check(z.trim(), visibleOrEmpty, z.minLength(1), z.maxLength(1000)),
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
  /** Whether single letters are shortcuts; for whoever speaks to the computer they are not. */
  singleKeyShortcuts: z.boolean(),
}

/** The write-only secrets of a section: absent keeps what is stored, `null` forgets it. */
const secretSchema = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1000))))

/** Of what is stored from before only the form is known. */
const billingChange = {
  ...billing,
  stateCode: z.union([
    z.literal(''),
    z
      .string()
      .check(
        z.maxLength(2),
        z.refine(isStateCode, { error: 'Not the code of a state: two digits, such as 27.' }),
      ),
  ]),
  gstin: z.union([
    z.literal(''),
    z.string().check(
      z.maxLength(15),
      z.refine(isGstin, {
        error: 'Not a GSTIN: 15 digits and capital letters, the last a check.',
      }),
    ),
  ]),
}

/** What a change has to keep to; what is stored from before is shown as it is. */
const hoursChange = {
  ...hours,
  days: hours.days.check((days) => {
    for (const [index, { day, open, from, to }] of days.value.entries()) {
      const isAgain = days.value.findIndex((other) => other.day === day) < index
      if (isAgain) days.issues.push(refused(days.value, [index, 'day'], duplicate))
      // Of a day that is closed the times say nothing; an earlier end is one after midnight.
      if (open && from === to) days.issues.push(refused(days.value, [index, 'to'], noTime))
    }
  }),
  closedDates: hours.closedDates.check((dates) => {
    for (const [index, { from, to }] of dates.value.entries()) {
      if (from > to) dates.issues.push(refused(dates.value, [index, 'to'], tooEarly))
    }
  }),
}

const duplicate = { code: 'duplicate', message: 'Each day of the week once.' }
const noTime = { code: 'no_time', message: 'Must not be the same as the beginning.' }
const tooEarly = { code: 'too_early', message: 'Must not be before the beginning.' }

function refused(
  input: unknown,
  path: (string | number)[],
  { code, message }: typeof duplicate,
): z.core.$ZodRawIssue {
  return { code: 'custom', input, path, message, params: { code } }
}

/** How the last test of the owner's mail server went. */
const lastTestSchema = z.nullable(
  z.object({
    at: z.iso.datetime(),
    ok: z.boolean(),
    stage: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
)

/** Where the owner's WhatsApp number stands. */
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
  notifications: z.object(notifications),
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
    /** With it the program at `onComplete.webhookUrl` can tell that a call comes from here, and is new. */
    signingSecret: z.string(),
  }),
  smtp: z.object({
    ...smtp,
    passwordSet: z.boolean(),
    lastTest: lastTestSchema,
    /** The mail server of a developer's machine, and where its letters are read; nowhere else. */
    localInbox: z.optional(z.object({ host: z.string(), port: z.int(), security: smtp.security })),
  }),
  whatsapp: z.object({
    ...whatsapp,
    accessTokenSet: z.boolean(),
    appSecretSet: z.boolean(),
    /** Where the provider sends what happens, and the word it has to say. */
    webhookUrl: z.string(),
    verifyToken: z.string(),
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
  notifications: partial({ ...notifications, email: z.partial(notifications.email) }),
  billing: partial(billingChange),
  inbox: partial(inbox),
  ui: partial(ui),
})
export type SettingsChange = z.output<typeof settingsChangeSchema>
