import * as z from 'zod/mini'

/**
 * The day of the last change to the api's calls that a page may rely on; a page built since is given
 * to nobody whose api is of an earlier day. Of two changes in a day the api of the first looks as if
 * it had the second: ship it before a page. It moves with every change of the calls, or `openapi` of
 * the api's package refuses to write them down.
 */
export const apiContract = '2026-11-25'

/** A day as it is written here; later days are greater as texts. */
export const apiContractSchema = z.iso.date()

/** What the api says of itself at `/api/healthz`. */
export const apiHealthSchema = z.object({
  status: z.literal('ok'),
  contract: z.optional(apiContractSchema),
})
