/** Resolves after so many milliseconds. */
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Does not resolve. */
export const never = new Promise<never>(() => {})
