import * as z from 'zod/mini'

import { call, type Answer } from './call.ts'
import { amountMinorSchema, currencySchema } from './money.ts'
import { listOf } from './page.ts'
import { channelStatuses, settingsChangeSchema, settingsSchema } from './settings.ts'
import {
  emailOrEmptySchema,
  emailSchema,
  machineText,
  plain,
  plainUntrimmed,
  trimmedText,
} from './text-schemas.ts'

/** A phone number as E.164 writes it: `+919876543210`. */
export const phoneNumberSchema = z.string().check(plain, z.regex(/^\+[1-9]\d{6,14}$/))

const nameSchema = trimmedText(80)

const trialSchema = z.object({
  startedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  daysLeft: z.int().check(z.nonnegative()),
  active: z.boolean(),
})

/** A business owner: the signed-in user of the product. */
export const userSchema = z.object({
  id: z.string(),
  uid: z.string(),
  phoneNumber: phoneNumberSchema,
  email: emailOrEmptySchema,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  settings: settingsSchema,
  trial: trialSchema,
})
export type User = z.infer<typeof userSchema>

const profileSchema = z.object({
  success: z.literal(true),
  user: userSchema,
  isNewUser: z.boolean(),
  /** The account was closed, and is open again. */
  isReopened: z.optional(z.boolean()),
})
export type ProfileResponse = z.infer<typeof profileSchema>

export const readProfileCall = call('GET /auth/profile', { answer: profileSchema, problems: [404] })

/** A missing e-mail or name is sent as an empty string. */
export const createProfileCall = call('POST /auth/profile', {
  isKeyed: true,
  body: z.object({ phoneNumber: phoneNumberSchema, email: emailOrEmptySchema, name: nameSchema }),
  answer: profileSchema,
  status: [200, 201],
})
export type CreateProfileInput = z.infer<(typeof createProfileCall)['body']>

/**
 * A header of `GET /auth/profile` for the edge, which keeps it to itself: since when the browser is
 * known as its owner's, and the visitor's id in it.
 */
export const knownBrowserHeader = 'errand-known-since'

/** `PUT /auth/settings`: absent members stay as they are. */
export const updateSettingsSchema = z.object({
  name: z.optional(nameSchema),
  email: z.optional(emailOrEmptySchema),
  settings: z.optional(settingsChangeSchema),
})
export type UpdateSettingsInput = z.infer<typeof updateSettingsSchema>

export const updateSettingsCall = call('PUT /auth/settings', {
  isVersioned: true,
  body: updateSettingsSchema,
  answer: z.object({ success: z.literal(true), user: userSchema }),
})

/** How much an import has added to the account; what was there already is not counted. */
const addedByImportSchema = z.object({
  jobs: z.int(),
  contacts: z.int(),
  chats: z.int(),
  messages: z.int(),
  answers: z.int(),
  remarks: z.int(),
  settings: z.int(),
})
export type AddedByImport = z.infer<typeof addedByImportSchema>

/** The answer of `POST /auth/import`. */
export const importResponseSchema = z.object({
  success: z.literal(true),
  added: addedByImportSchema,
})

/** The data is gone for good at `purgeAt`. */
export const deleteAccountCall = call('DELETE /auth/account', {
  body: z.object({ confirm: z.optional(z.literal('DELETE')) }),
  isBodyOptional: true,
  answer: z.object({ success: z.literal(true), purgeAt: z.iso.datetime() }),
  problems: [409],
})

/** `POST /auth/test-smtp`: values that need not be saved; without a password the saved one is used. */
export const testSmtpSchema = z.object({
  host: machineText(253).check(z.minLength(1)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(['tls', 'starttls', 'none']),
  username: z._default(machineText(254), ''),
  password: z.optional(z.string().check(plainUntrimmed, z.maxLength(1000))),
  fromName: z._default(trimmedText(80), ''),
  fromEmail: emailSchema,
  to: emailSchema,
})
export type TestSmtpInput = z.output<typeof testSmtpSchema>

/** The answer of a test that goes stage by stage: a failed one is a result, not an error. */
const testResponseSchema = <const Stages extends readonly string[]>(stages: Stages) =>
  z.object({
    success: z.boolean(),
    stages: z.array(
      z.object({
        stage: z.enum(stages),
        ok: z.boolean(),
        ms: z.optional(z.int()),
        messageId: z.optional(z.string()),
        code: z.optional(z.string()),
        message: z.optional(z.string()),
        hint: z.optional(z.string()),
      }),
    ),
  })

export const testSmtpCall = call('POST /auth/test-smtp', {
  body: testSmtpSchema,
  answer: testResponseSchema(['connect', 'auth', 'send']),
})
export type TestSmtpResponse = Answer<typeof testSmtpCall>

/** Tests what is saved; the message goes to the owner. */
export const testWhatsAppCall = call('POST /auth/test-whatsapp', {
  /** `to` is the number to send to, if not the one of the sign-in. */
  body: z.object({ to: z.optional(phoneNumberSchema) }),
  answer: testResponseSchema(['token', 'number', 'webhook', 'send']),
})
export type TestWhatsAppResponse = Answer<typeof testWhatsAppCall>

const graphId = z.string().check(z.regex(/^\d{1,40}$/))

/**
 * Confirms the owner before Meta's window, whose code is valid for seconds, is opened. The permit is
 * valid for an hour.
 */
export const permitSignupCall = call('POST /auth/whatsapp/signup/permit', {
  answer: z.object({ permit: z.string() }),
  problems: [413],
})

/** The stages of a signup, in their order; a number of the WhatsApp Business app is not registered. */
const signupStages = ['token', 'number', 'register', 'webhook', 'templates'] as const

/** Sends what Meta's signup window told the page; each stage also comes with a `channel.updated` event. */
export const signUpWhatsAppCall = call('POST /auth/whatsapp/signup', {
  body: z.object({
    /** Without one the sign-in itself has to be recent. */
    permit: z.optional(machineText(500)),
    /** Valid once, and for half a minute. */
    code: machineText(2000).check(z.minLength(1)),
    wabaId: graphId,
    /** Absent where Meta names only the account of a number of the WhatsApp Business app. */
    phoneNumberId: z.optional(graphId),
    /** Whether the number stays in the WhatsApp Business app as well. */
    isCoexistence: z._default(z.boolean(), false),
  }),
  answer: testResponseSchema(signupStages),
  problems: [404],
})
export type SignUpWhatsAppInput = z.input<(typeof signUpWhatsAppCall)['body']>
export type SignUpWhatsAppResponse = Answer<typeof signUpWhatsAppCall>

/**
 * What Meta's signup window tells the page that opened it. Of a number of the WhatsApp Business app it
 * names only the account; without a number there is only an account.
 */
export const signupMessageSchema = z.object({
  type: z.literal('WA_EMBEDDED_SIGNUP'),
  event: z.string(),
  data: z._default(
    z.object({
      waba_id: z.optional(z.string()),
      phone_number_id: z.optional(z.string()),
      error_message: z.optional(z.string()),
    }),
    {},
  ),
})
export type SignupMessage = z.output<typeof signupMessageSchema>

/** The data of the event about one stage. */
export const signupEventSchema = z.object({
  signup: z.object({ stage: z.enum(signupStages), ok: z.boolean() }),
})

const count = z.int().check(z.nonnegative())

/** What the dashboard shows. */
const authStatsSchema = z.object({
  jobs: z.object({ total: count, active: count, paused: count, draft: count }),
  sessions: z.object({
    active: count,
    needsYou: count,
    /** Chats whose answers became complete on that day, and are. */
    completedToday: count,
    completed7d: count,
  }),
  messages: z.object({ today: count, unread: count, failed24h: count }),
  /** The share of the chats of seven days whose answers are complete; `null` without chats that collect any. */
  forms: z.object({ completionRate7d: z.nullable(z.number()) }),
  /** Bookings of these days of the owner, and all from today on, without cancelled ones. */
  bookings: z.optional(z.object({ today: count, tomorrow: count, upcoming: z._default(count, 0) })),
  /** With the free messages that are left; 0 once the days are over. */
  trial: z.extend(trialSchema, { messagesLeft: count }),
  balance: z.object({
    amountMinor: amountMinorSchema,
    currency: currencySchema,
    messagesLeft: z.int(),
  }),
  setup: z.object({
    /** Whether the owner has said what the business is called. */
    business: z._default(z.boolean(), false),
    /** Whether a contact has ever written; an api that does not say has owners with customers. */
    firstCustomer: z._default(z.boolean(), true),
    whatsapp: z.boolean(),
    smtp: z.boolean(),
    firstJob: z.boolean(),
    firstTest: z.boolean(),
    credit: z.boolean(),
  }),
  channel: z.object({ status: z.enum(channelStatuses) }),
  asOf: z.iso.datetime(),
})
export type AuthStats = z.infer<typeof authStatsSchema>

export const authStatsFields = [
  'jobs',
  'sessions',
  'messages',
  'forms',
  'bookings',
  'trial',
  'balance',
  'setup',
  'channel',
] as const satisfies Exclude<keyof AuthStats, 'asOf'>[]
export type AuthStatsField = (typeof authStatsFields)[number]

/** With `fields` only these members are answered, and `asOf`. */
export const readAuthStatsCall = call('GET /auth/stats', {
  query: z.object({ fields: z.optional(listOf(authStatsFields)) }),
  answer: authStatsSchema,
})
