import { defineConfig } from 'playwright/test'

import base from './playwright.config.ts'

/**
 * Figures, not verdicts on features: one after the other, so that none disturbs another. Without a
 * trace: before and after each step it copies the whole page, by a script of its own in that page.
 */
export default defineConfig(base, {
  testMatch: '**/*.bench.ts',
  workers: 1,
  fullyParallel: false,
  use: { ...base.use, trace: 'off' },
})
