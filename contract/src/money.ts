import * as z from 'zod/mini'

/** An amount in the currency's smallest unit (paise, cents); never a fraction. */
export const amountMinorSchema = z.int()

/** An ISO 4217 code. */
export const currencySchema = z.string().check(z.regex(/^[A-Z]{3}$/))

/** A price per piece as a decimal text, in the currency's main unit: `0.20`. */
export const unitPriceSchema = z.string().check(z.regex(/^\d{1,9}\.\d{2,6}$/))

/** How many micros one main unit of a currency has; the ledger counts in micros. */
export const microsPerUnit = 1_000_000n
