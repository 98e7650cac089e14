interface Refused {
  type?: unknown
  message?: string
}

/** The api's own sentence, or ours for what this page refuses by itself. */
export function fieldError(error: Refused | undefined, ours: string): string | undefined {
  if (error === undefined) return undefined
  return error.type === 'server' ? error.message : ours
}
