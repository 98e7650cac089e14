import * as z from 'zod/mini'

/** A language as BCP 47 names it; 35 characters hold every tag in use. */
export const languageSchema = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.maxLength(35))
