import { defineConfig } from 'playwright/test'

import base from '../e2e/playwright.config.ts'
import { freePort, origin, productEnvironment } from '../e2e/support/product.ts'

// Chosen once; the workers inherit it.
const healthPort = (process.env['BENCH_HEALTH_PORT'] ??= freePort())

/** Figures of the product as `npm start` runs it, one after the other so that none disturbs another. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.bench.ts',
  projects: [{ name: 'bench' }],
  workers: 1,
  fullyParallel: false,
  reporter: 'line',
  webServer: {
    command: 'node tools/src/start.ts',
    cwd: '..',
    // As many requests and messages as it takes.
    env: {
      ...productEnvironment,
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_ADDRESS: '0',
      TRIAL_MESSAGES: '100000',
      HEALTH_PORT: healthPort,
    },
    url: `${origin}/api/readyz`,
    ignoreHTTPSErrors: true,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
