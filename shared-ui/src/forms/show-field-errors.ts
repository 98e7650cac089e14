/** One entry of a problem+json's `errors`. */
interface FieldProblem {
  /** A JSON pointer into the request body, `#/fields/0/label`. */
  pointer: string
  detail: string
}

/**
 * The parts of a react-hook-form that show errors; as methods, so that forms with any field names
 * match.
 */
interface FormWithErrors {
  getValues(name: string): unknown
  setError(
    name: string,
    error: { type: string; message: string },
    options: { shouldFocus: boolean },
  ): void
}

/**
 * Shows the errors of a problem document at their fields and focuses the first. Returns false if
 * some error belongs to no field of the form, or there are none: then the error has to be shown
 * elsewhere: `if (!showFieldErrors(error, form)) toast.error(userMessage(error))`.
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

// By shape: the error's class belongs to the caller.
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
