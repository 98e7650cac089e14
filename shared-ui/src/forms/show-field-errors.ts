/** One entry of a problem+json's `errors`. */
interface FieldProblem {
  /** A JSON pointer into what was sent, `#/fields/0/label`. */
  pointer: string
  detail: string
}

/** The part of a react-hook-form that takes errors; as methods, so that a form of any names fits. */
interface FormWithErrors {
  getValues(name: string): unknown
  setError(
    name: string,
    error: { type: string; message: string },
    options: { shouldFocus: boolean },
  ): void
}

/**
 * Puts what was refused (the `problem` of the error, as in problem+json) beside the values that
 * were, and focuses the first. False when something named no field of the form, or nothing was
 * named: then the error has still to be told.
 */
export function showFieldErrors(error: unknown, form: FormWithErrors): boolean {
  const problems = problemsOf(error)
  const known = problems.flatMap(({ pointer, detail }) => {
    const name = nameOf(pointer)
    return name === undefined || form.getValues(name) === undefined ? [] : [{ name, detail }]
  })
  for (const [index, { name, detail }] of known.entries()) {
    form.setError(name, { type: 'server', message: detail }, { shouldFocus: index === 0 })
  }
  return problems.length > 0 && known.length === problems.length
}

// By shape: the class of the error belongs to whoever makes the call.
function problemsOf(error: unknown): readonly FieldProblem[] {
  const { problem } = (error ?? {}) as { problem?: { errors?: readonly FieldProblem[] } }
  return problem?.errors ?? []
}

/** `fields.0.label` for `#/fields/0/label`. */
function nameOf(pointer: string): string | undefined {
  if (!pointer.startsWith('#/')) return undefined
  const steps = pointer.slice(2).split('/')
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}
