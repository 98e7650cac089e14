import * as z from 'zod/mini'

import { call } from './call.ts'

/**
 * The header by which a browser says which device it is. A new sign-in on the same device takes the place of
 * the one before; without the header each sign-in counts as a device of its own.
 */
export const deviceIdHeader = 'X-Device-Id'

/** The device's id: random, made once and kept by the browser; 128 bits in base64url. */
export const deviceIdSchema = z.string().check(z.regex(/^[\w-]{22}$/))

/** For how long after a sign-in the calls are allowed that need a recent one. */
export const recentSignInMs = 10 * 60 * 1000

/** A device on which the owner is signed in. */
const signInSchema = z.object({
  id: z.string(),
  /** What the owner reads, such as `Chrome on Android`; empty where the device does not say. */
  device: z.string(),
  /** The address it last called from; empty where it is not known. */
  address: z.string(),
  signedInAt: z.iso.datetime(),
  /** Exact to five minutes. */
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the sign-in of this call. */
  isCurrent: z.boolean(),
})
export type SignIn = z.infer<typeof signInSchema>

/** This device first, then the one used last. */
export const listSignInsCall = call('GET /auth/sign-ins', {
  answer: z.object({ signIns: z.array(signInSchema) }),
})

/** `ended` is how many sign-ins were ended. */
const endedSignInsSchema = z.object({
  success: z.literal(true),
  ended: z.int().check(z.nonnegative()),
})

/** The id `current` is the sign-in of the call. */
export const endSignInCall = call('DELETE /auth/sign-ins/:id', {
  answer: endedSignInsSchema,
  problems: [404],
})

export const endOtherSignInsCall = call('DELETE /auth/sign-ins', { answer: endedSignInsSchema })

/** The data of the event `sign_ins.updated`: a device was added, or one was signed out. */
export const signInsEventSchema = z.object({
  /** The sign-in on a device that was not known before. */
  newDevice: z.optional(z.object({ id: z.string(), device: z.string() })),
})
