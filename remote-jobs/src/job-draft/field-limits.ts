import { defaultDates, type JobField, type JobFieldType } from '@errand/contract/job-field'

type Validation = NonNullable<JobField['validation']>
type DateRule = NonNullable<Validation['dates']>

/** The limits of a field as they are typed; empty means no limit. */
export const noLimits = {
  min: '',
  max: '',
  minLength: '',
  maxLength: '',
  pattern: '',
  patternMessage: '',
  /** Empty stands for `open`, the default, which is not stored. */
  dates: '' as Exclude<DateRule, 'open'> | '',
  minDate: '',
  maxDate: '',
  currency: '',
  mimeTypes: [] as string[],
  /** In megabytes, which people know; the api stores bytes. */
  maxMegabytes: '',
}
export type Limits = typeof noLimits
export type LimitName = keyof Limits

const textLimits: LimitName[] = ['minLength', 'maxLength', 'pattern', 'patternMessage']
const numberLimits: LimitName[] = ['min', 'max']
const dateLimits: LimitName[] = ['dates', 'minDate', 'maxDate']

/** Which limits apply to a type; the others are neither shown nor sent. */
export const limitsOf: Record<JobFieldType, LimitName[]> = {
  text: textLimits,
  long_text: textLimits,
  number: numberLimits,
  integer: numberLimits,
  currency: [...numberLimits, 'currency'],
  boolean: [],
  date: dateLimits,
  time: ['dates'],
  datetime: dateLimits,
  email: [],
  phone: [],
  url: [],
  select: [],
  multi_select: [],
  address: textLimits,
  location: [],
  file: ['mimeTypes', 'maxMegabytes'],
  rating: numberLimits,
}

const bytesPerMegabyte = 1024 * 1024
const asText = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** Saved limits as the form holds them. */
export function toLimits({
  label,
  validation = {},
}: Pick<JobField, 'label' | 'validation'>): Limits {
  const { min, max, minLength, maxLength, maxBytes, ...texts } = validation
  const { dates = defaultDates(label) } = validation
  return {
    ...noLimits,
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    min: asText(min),
    max: asText(max),
    minLength: asText(minLength),
    maxLength: asText(maxLength),
    dates: dates === 'open' ? '' : dates,
    maxMegabytes: asText(maxBytes === undefined ? undefined : maxBytes / bytesPerMegabyte),
  }
}

/** The limits to send, only those of the type; undefined when there are none. */
export function toValidation({
  type,
  limits,
}: {
  type: JobFieldType
  limits: Limits
}): Validation | undefined {
  const entries = limitsOf[type].flatMap((name) => toEntry(name, limits))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function toEntry(name: LimitName, limits: Limits): [string, unknown][] {
  const value = limits[name]
  if (value.length === 0) return []
  switch (name) {
    case 'min':
    case 'max':
    case 'minLength':
    case 'maxLength':
      return [[name, Number(value)]]
    case 'maxMegabytes':
      return [['maxBytes', Math.round(Number(value) * bytesPerMegabyte)]]
    default:
      return [[name, value]]
  }
}
