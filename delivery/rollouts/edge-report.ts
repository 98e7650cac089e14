import * as z from 'zod/mini'

import { exposureSchema, maxExposures } from './exposure.ts'

export const edgeNamePattern = /^[\w.:-]{1,200}$/

/** A machine's name may have any characters. */
export const cleanEdgeName = (name: string): string => name.replaceAll(/[^\w.:-]/g, '-').slice(-200)

/** An edge's report to the registry about its releases. */
export const edgeReportSchema = z.object({
  /** The releases that it cannot serve now, and why, by `app@version`. */
  damaged: z.record(z.string(), z.string().check(z.maxLength(500))),
  /** When it is sent by the edge's clock, in milliseconds since 1970: its clock may be wrong. */
  sentAt: z.optional(z.int().check(z.gte(0))),
  /** What pages were given, and what they said; a repeated one counts once. */
  exposures: z._default(z.array(exposureSchema).check(z.maxLength(maxExposures)), []),
})
export type EdgeReport = z.infer<typeof edgeReportSchema>

/** A key of the tokens that documents carry: its name, and 32 bytes as base64url. */
const tokenKeySchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
})
export type TokenKey = z.infer<typeof tokenKeySchema>

/** The registry's answer to a report. */
export const edgeAnswerSchema = z.object({
  /** An edge signs with the first key and accepts tokens of each. */
  keys: z.array(tokenKeySchema).check(z.maxLength(10)),
})
