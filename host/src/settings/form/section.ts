import type { UpdateSettingsInput, User } from '@errand/contract/auth'

/** One part of the settings, which is saved by itself. */
export interface Section {
  /** Also its address: `/settings#business`. */
  id: string
  /** What the form is filled with, in the shape that is sent: so what is refused finds its field. */
  valuesOf: (user: User) => UpdateSettingsInput
}

/** A value by where it stands: `settings.business.name`. */
export type FlatValues = Record<string, unknown>

/** Everything in a section by where it stands; lists are values by themselves. */
export function flatten(values: object, prefix = ''): FlatValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const path = prefix + name
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isGroup ? Object.entries(flatten(value, `${path}.`)) : [[path, value]]
    }),
  )
}

/** Whether two values say the same. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What is never kept in the browser, nor shown again. */
export const secretNames = new Set(['password', 'accessToken', 'appSecret'])

/** Whether a field says nothing. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === ''
