import * as z from 'zod/mini'

/** A phone number as E.164 writes it: `+919876543210`. */
export const phoneNumberSchema = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))

/** An e-mail address, or `""` when there is none. */
const emailOrEmptySchema = z.union([z.literal(''), z.email().check(z.maxLength(254))])

const nameSchema = z.string().check(z.trim(), z.maxLength(80))

/** The owner's settings; `version` is the number that `If-Match` names. */
export const settingsSchema = z.object({ version: z.int() })

/** A business owner: the signed-in user of the product. */
export const userSchema = z.object({
  id: z.string(),
  uid: z.string(),
  phoneNumber: phoneNumberSchema,
  email: emailOrEmptySchema,
  name: z.string(),
  createdAt: z.iso.datetime(),
  settings: settingsSchema,
  trial: z.object({
    startedAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    daysLeft: z.int().check(z.nonnegative()),
    active: z.boolean(),
  }),
})
export type User = z.infer<typeof userSchema>

/** `POST /auth/profile`: a missing e-mail or name is sent as an empty string. */
export const createProfileSchema = z.object({
  phoneNumber: phoneNumberSchema,
  email: emailOrEmptySchema,
  name: nameSchema,
})
export type CreateProfileInput = z.infer<typeof createProfileSchema>

/** The answer of `GET` and `POST /auth/profile`. */
export const profileResponseSchema = z.object({
  success: z.literal(true),
  user: userSchema,
  isNewUser: z.boolean(),
})
export type ProfileResponse = z.infer<typeof profileResponseSchema>

/** `PUT /auth/settings`: absent members stay as they are. */
export const updateSettingsSchema = z.object({
  name: z.optional(nameSchema),
  email: z.optional(emailOrEmptySchema),
})
export type UpdateSettingsInput = z.infer<typeof updateSettingsSchema>

/** The answer of `PUT /auth/settings`. */
export const updateSettingsResponseSchema = z.object({
  success: z.literal(true),
  user: userSchema,
})

/** `DELETE /auth/account`: the body may be left out. */
export const deleteAccountSchema = z.object({ confirm: z.optional(z.literal('DELETE')) })

/** The answer of `DELETE /auth/account`: the data is gone for good at `purgeAt`. */
export const deleteAccountResponseSchema = z.object({
  success: z.literal(true),
  purgeAt: z.iso.datetime(),
})
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponseSchema>
