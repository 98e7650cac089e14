import { configDefaults } from 'vitest/config'

import { testLimits } from './test-limits.ts'

const isLong = process.env['LONG_TESTS'] === '1'

/** Which files a project runs: the ordinary ones, or with `LONG_TESTS=1` the long proofs alone. */
export const testFiles = {
  include: [isLong ? '**/*.long.test.{ts,tsx}' : '**/*.test.{ts,tsx}'],
  ...testLimits(90_000),
  exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.{ts,tsx}'])],
}
