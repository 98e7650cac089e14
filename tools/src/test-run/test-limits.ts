/**
 * How long is waited for an expectation. A limit only ends what hangs, on machines that may be four
 * times as slow: no test sets a shorter one.
 */
export const expectationMs = 60_000

/** Vitest's limits for a project; a test's is longer than an expectation's, which says what it saw. */
export const testLimits = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: expectationMs } },
})
