import { defaultDates, type JobField, type JobFieldType } from '@errand/contract/job-field'

type Validation = NonNullable<JobField['validation']>
type DateRule = NonNullable<Validation['dates']>

/** What an answer has to keep to, as it is typed: an empty text is no limit. */
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
  /** As people count. */
  maxMegabytes: '',
}
export type Limits = typeof noLimits
export type LimitName = keyof Limits

const textLimits: LimitName[] = ['minLength', 'maxLength', 'pattern', 'patternMessage']
const numberLimits: LimitName[] = ['min', 'max']
const dateLimits: LimitName[] = ['dates', 'minDate', 'maxDate']

/** Which limits make sense for a type; the others are neither shown nor sent. */
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

/** What the form shows of saved limits. */
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

/** What is sent of the limits that the type has; nothing where there are none. */
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
