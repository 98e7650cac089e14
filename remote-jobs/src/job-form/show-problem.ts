import { isApiError } from '@errand/shared-auth'
import type { FieldPath, UseFormReturn } from 'react-hook-form'

import type { JobFormValues } from './job-form-values.ts'

/** Puts what the api refused beside the values it refused; false when it named none of them. */
export function showProblem(error: unknown, form: UseFormReturn<JobFormValues>): boolean {
  if (!isApiError(error)) return false
  const refused = (error.problem?.errors ?? []).filter(({ pointer }) => pointer.startsWith('#/'))
  for (const [index, { pointer, detail }] of refused.entries()) {
    const name = pointer.slice(2).replaceAll('/', '.') as FieldPath<JobFormValues>
    form.setError(name, { type: 'server', message: detail }, { shouldFocus: index === 0 })
  }
  return refused.length > 0
}
