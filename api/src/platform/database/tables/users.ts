import type { ActivityDetail, ActivityKind } from '@errand/contract/activity'
import type { Preferences, Settings } from '@errand/contract/settings'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { moment, enumText } from './columns.ts'

/** The kinds of news that the provider sends about a WhatsApp account. */
export type AccountEventKind = 'account' | 'restriction' | 'quality' | 'review'

/** What the server's own checks found out about the owner's number and mail server. */
export interface Findings {
  lastSmtpTest: Settings['smtp']['lastTest']
  channel: Pick<Settings['whatsapp'], 'status' | 'lastInboundAt' | 'lastError'> & {
    /** When a check last found that the number works. */
    connectedAt?: string
    /** The number, as the provider writes it. */
    number?: string
    /** When a temporary problem ends by itself. */
    until?: string
    /** The time of the newest event of each kind: webhooks may arrive out of order. */
    toldAt?: Partial<Record<AccountEventKind, string>>
  }
  /**
   * The number that a signup found to be the owner's: its webhooks are signed with the secret of the
   * deployment's Meta app. Anybody may type another number's ids into the settings.
   */
  signup: Pick<Preferences['whatsapp'], 'phoneNumberId' | 'wabaId'>
  /** When the provider last listed the templates. */
  templatesAt: string
  /** When the owner first tried a job on the test phone. */
  firstTestAt: string
}

/** What an owner chose, section by section; what is absent is the default. */
export type StoredPreferences = { [Section in keyof Preferences]?: Partial<Preferences[Section]> }

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    phoneNumber: text('phone_number').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    settingsVersion: integer('settings_version').notNull().default(1),
    preferences: jsonb('preferences').$type<StoredPreferences>().notNull().default({}),
    findings: jsonb('findings').$type<Partial<Findings>>().notNull().default({}),
    /** The verify token that the messaging provider sends to the owner's webhook. */
    webhookToken: text('webhook_token')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    /** Signs the callbacks to the owner's own server; sealed, but for the default. */
    signingSecret: text('signing_secret')
      .notNull()
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    /** The number of the owner's latest event. */
    eventSeq: integer('event_seq').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** Set where the trial is older than the account: the number had an account before. */
    trialStartedAt: moment('trial_started_at'),
    lastSeenAt: moment('last_seen_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: moment('deleted_at'),
    purgeAt: moment('purge_at'),
    /** When an account that is open again was closed: sign-ins of before stay ended. */
    closedBefore: moment('closed_before'),
  },
  (table) => [
    // Partial: after a deletion the same person may come back as a new user.
    uniqueIndex('users_uid_present')
      .on(table.uid)
      .where(sql`deleted_at is null`),
    // The provider verifies a webhook by this token before it sends events.
    uniqueIndex('users_webhook_token').on(table.webhookToken),
    index('users_whatsapp_number')
      .on(sql`(preferences -> 'whatsapp' ->> 'phoneNumberId')`)
      .where(sql`preferences -> 'whatsapp' ->> 'phoneNumberId' is not null`),
    index('users_whatsapp_account')
      .on(sql`(preferences -> 'whatsapp' ->> 'wabaId')`)
      .where(sql`preferences -> 'whatsapp' ->> 'wabaId' is not null`),
    index('users_purge_at')
      .on(table.purgeAt)
      .where(sql`purge_at is not null`),
  ],
)

/** How much of the trial the numbers of closed accounts used; only a keyed hash names a number. */
export const pastTrials = pgTable('past_trials', {
  /** The number, hashed with a key of the deployment. */
  mark: text('mark').primaryKey(),
  startedAt: moment('started_at').notNull(),
  trialMessages: integer('trial_messages').notNull(),
  graceMessages: integer('grace_messages').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** The column of a row's owner; the row is deleted with its owner. */
export const ownerId = () =>
  text('owner_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The one browser by which an owner's word on releases counts. */
export const knownBrowsers = pgTable('known_browsers', {
  ownerId: ownerId().primaryKey(),
  /** A hash of the visitor's id in it. */
  visitor: text('visitor').notNull(),
  since: moment('since').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
})

/** Passwords and tokens that an owner saved, sealed with a key of the deployment; never shown again. */
export const secrets = pgTable(
  'secrets',
  {
    ownerId: ownerId(),
    name: enumText<
      'smtp_password' | 'whatsapp_access_token' | 'whatsapp_app_secret' | 'whatsapp_pin'
    >('name').notNull(),
    sealed: text('sealed').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.name] })],
)

/** The browsers that receive an owner's alerts. */
export const alertDevices = pgTable(
  'alert_devices',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    /** When it ends, nothing reaches the browser any more. */
    signInId: text('sign_in_id')
      .notNull()
      .references(() => signIns.id, { onDelete: 'cascade' }),
    /** By which a browser that subscribes again is found. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Where and with which keys it is reached: whoever knows that can send to it. */
    sealed: text('sealed').notNull(),
    label: text('label').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSentAt: moment('last_sent_at'),
    isFailing: boolean('is_failing').notNull().default(false),
  },
  (table) => [
    uniqueIndex('alert_devices_endpoint').on(table.endpointHash),
    index('alert_devices_owner').on(table.ownerId),
    index('alert_devices_sign_in').on(table.signInId),
  ],
)

/** Where an owner is and was signed in: for a year, so that a device is known again. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    /** Kept by the provider through every renewal of a token: with the owner it names the sign-in. */
    authenticatedAt: moment('authenticated_at').notNull(),
    /** What the browser calls itself; null for a client that does not. */
    deviceId: text('device_id'),
    /** What the owner reads, such as `Chrome on Android`. */
    device: text('device').notNull(),
    /** The address of the last call: personal data, empty once the sign-in has ended. */
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    /** When the identity provider last said that the user may be signed in. */
    confirmedAt: moment('confirmed_at').notNull(),
    endedAt: moment('ended_at'),
    /** The device itself, the owner on another one, a new sign-in on the device, time, or the provider. */
    endedBy: enumText<'device' | 'owner' | 'renewal' | 'time' | 'provider'>('ended_by'),
  },
  (table) => [uniqueIndex('sign_ins_token').on(table.ownerId, table.authenticatedAt)],
)

/** What happened in an account that its owner may have to know of, for a year. */
export const activity = pgTable(
  'activity',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    at: moment('at').notNull(),
    kind: enumText<ActivityKind>('kind').notNull(),
    /** Where the owner did it: null where the product did it by itself. */
    device: text('device'),
    address: text('address'),
    detail: jsonb('detail').$type<ActivityDetail>().notNull(),
  },
  (table) => [
    index('activity_owner').on(table.ownerId, table.at, table.id),
    index('activity_at').on(table.at),
  ],
)

/** The deployment's own keys for push messages; the private one is sealed. */
export const pushKeys = pgTable('push_keys', {
  name: text('name').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealed: text('sealed').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** The calendar of an owner's bookings: whoever knows its secret may read it. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    ownerId: ownerId().primaryKey(),
    /** By which the secret is found, and the secret itself, sealed, to be shown to its owner again. */
    tokenHash: text('token_hash').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('calendar_feeds_token').on(table.tokenHash)],
)
