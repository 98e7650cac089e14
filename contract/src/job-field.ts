import * as z from 'zod/mini'

import { cleaned, machineText, plain, requiredText } from './text-schemas.ts'

/** What a field collects; the assistant asks, reads and checks the answer accordingly. */
export const jobFieldTypes = [
  'text',
  'long_text',
  'number',
  'integer',
  'currency',
  'boolean',
  'date',
  'time',
  'datetime',
  'email',
  'phone',
  'url',
  'select',
  'multi_select',
  'address',
  'location',
  'file',
  'rating',
] as const
export type JobFieldType = (typeof jobFieldTypes)[number]

const fieldOptionSchema = z.object({
  value: requiredText(60),
  label: requiredText(60),
  synonyms: z.optional(z.array(z.string().check(cleaned, z.maxLength(60))).check(z.maxLength(20))),
})

/** Which dates a field accepts: while the business is open, any in the future, or any at all. */
export const dateRules = ['open', 'upcoming', 'any'] as const

/** Labels that ask for a date of birth, which is past; a birthday party is not. */
const birth =
  /\b(?:date of birth|birth ?date|d\.?o\.?b|fecha de nacimiento|data de nascimento|date de naissance)\b|geburtsdatum|जन्म ?(?:तिथि|तारीख)|تاريخ الميلاد|^\s*birthday\s*$/i

/** The rule of a date field whose owner has chosen none. */
export const defaultDates = (label: string): (typeof dateRules)[number] =>
  birth.test(label) ? 'any' : 'open'

/** What of a field says whether it is about a booking. */
interface BookedField {
  type: JobFieldType
  label: string
  validation?: { dates?: (typeof dateRules)[number] | undefined } | undefined
}

/**
 * The first field that says the day of a booking. A field that takes any date, such as a date of birth,
 * does not.
 */
export const bookingDayField = <F extends BookedField>(fields: readonly F[]): F | undefined =>
  fields.find(
    ({ type, label, validation }) =>
      (type === 'date' || type === 'datetime') &&
      (validation?.dates ?? defaultDates(label)) !== 'any',
  )

/** Whether answers to these fields can be a booking. */
export const hasBookingDay = (fields: readonly BookedField[]): boolean =>
  bookingDayField(fields) !== undefined

/** Whether the bookings of these fields can have a time of day. */
export function hasBookingTime(fields: readonly BookedField[]): boolean {
  const day = bookingDayField(fields)
  if (day?.type === 'date') return fields.some(({ type }) => type === 'time')
  return day !== undefined
}

const fieldValidationSchema = z.object({
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  minLength: z.optional(z.int().check(z.nonnegative())),
  maxLength: z.optional(z.int().check(z.nonnegative())),
  pattern: z.optional(z.string().check(cleaned, z.maxLength(200))),
  patternMessage: z.optional(z.string().check(cleaned, z.maxLength(200))),
  minDate: z.optional(z.iso.date()),
  maxDate: z.optional(z.iso.date()),
  /** The days a contact may name; `defaultDates` unless it says otherwise. */
  dates: z.optional(z.enum(dateRules)),
  currency: z.optional(z.string().check(plain, z.regex(/^[A-Z]{3}$/))),
  mimeTypes: z.optional(z.array(machineText(100)).check(z.maxLength(20))),
  maxBytes: z.optional(z.int().check(z.positive())),
})

const fieldConditionSchema = z.object({
  fieldKey: z.string().check(z.maxLength(40)),
  op: z.enum(['eq', 'ne', 'in', 'answered']),
  value: z.optional(z.unknown()),
})

/** How many characters an answer in words has at most; its field may allow fewer. */
export const maxAnswerCharacters = { text: 1000, long_text: 4000, address: 500 } as const

const segmenter = new Intl.Segmenter()

/** The characters of an answer as people count them: a family of emoji is one. */
export const countCharacters = (text: string): number => Array.from(segmenter.segment(text)).length

/** The types whose answers come from a list of options. */
export const isChoice = (type: JobFieldType): boolean =>
  type === 'select' || type === 'multi_select'

const numbers: ReadonlySet<JobFieldType> = new Set<JobFieldType>([
  'number',
  'integer',
  'currency',
  'rating',
])

/** The types whose answers are numbers. */
export const isNumber = (type: JobFieldType): boolean => numbers.has(type)

/** One answer a job collects. `id` is given by the api; `key` names the answer and is unique in the job. */
export const jobFieldSchema = z
  .object({
    id: z.optional(z.string().check(z.maxLength(40))),
    key: z.string().check(
      plain,
      z.regex(/^[a-z][a-z0-9_]{0,39}$/, {
        error: 'Use lowercase letters, digits and _, starting with a letter.',
      }),
    ),
    label: requiredText(60),
    order: z.int().check(z.nonnegative()),
    type: z.enum(jobFieldTypes),
    required: z.boolean(),
    question: z.optional(z.string().check(cleaned, z.maxLength(300))),
    help: z.optional(z.string().check(cleaned, z.maxLength(200))),
    example: z.optional(z.string().check(cleaned, z.maxLength(200))),
    sensitive: z._default(z.boolean(), false),
    options: z.optional(z.array(fieldOptionSchema).check(z.minLength(2), z.maxLength(30))),
    validation: z.optional(fieldValidationSchema),
    condition: z.optional(fieldConditionSchema),
  })
  .check((context) => {
    const field = context.value
    if (isChoice(field.type) && field.options === undefined) {
      context.issues.push({
        code: 'custom',
        path: ['options'],
        message: 'A choice needs at least two options.',
        params: { code: 'min_items', min: 2 },
        input: field.options,
      })
    }
  })
export type JobField = z.infer<typeof jobFieldSchema>
export type JobFieldInput = z.input<typeof jobFieldSchema>
