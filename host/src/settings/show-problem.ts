import type { UpdateSettingsInput } from '@errand/contract/auth'
import { isApiError } from '@errand/shared-auth'
import type { UseFormReturn } from 'react-hook-form'

const fieldByPointer = { '#/name': 'name', '#/email': 'email' } as const

/** Puts what the api refused beside the fields it refused; false when it named none of them. */
export function showProblem(error: unknown, form: UseFormReturn<UpdateSettingsInput>): boolean {
  if (!isApiError(error)) return false
  const refused = (error.problem?.errors ?? []).flatMap(({ pointer, detail }) =>
    isKnown(pointer) ? [{ field: fieldByPointer[pointer], detail }] : [],
  )
  for (const [index, { field, detail }] of refused.entries()) {
    form.setError(field, { type: 'server', message: detail }, { shouldFocus: index === 0 })
  }
  return refused.length > 0
}

const isKnown = (pointer: string): pointer is keyof typeof fieldByPointer =>
  pointer in fieldByPointer
