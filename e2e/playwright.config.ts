import { defineConfig } from 'playwright/test'

import { chooseBrowsers } from '../tools/src/browsers.ts'
import type { EngineOption } from './browsers/test.ts'
import { origin, productEnvironment } from './support/product.ts'

const { shell, whole } = chooseBrowsers()
const launchArguments = [
  '--no-sandbox',
  // Which `ignoreHTTPSErrors` does not do for service workers.
  '--ignore-certificate-errors',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, for voice messages.
  '--use-fake-device-for-media-stream',
]
const isCi = process.env['CI'] !== undefined

/** Recording costs a third of the run: `E2E_TRACE=retain-on-failure` asks for it. */
const traces = ['off', 'on', 'retain-on-failure'] as const
const trace = traces.find((mode) => mode === process.env['E2E_TRACE']) ?? 'off'

export default defineConfig<EngineOption>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    // First, as the longest are among them: at the end the other workers would wait.
    { name: 'rollouts', testMatch: 'rollouts/**/*.spec.ts' },
    { name: 'product', testIgnore: ['rollouts/**', 'devices/**', '**/*.long.spec.ts'] },
    {
      name: 'devices',
      testMatch: 'devices/**/*.spec.ts',
      use: { launchOptions: { ...whole, args: launchArguments } },
    },
    // What takes minutes, or starts a product of its own.
    { name: 'long', testMatch: '**/*.long.spec.ts', testIgnore: 'browsers/**' },
    // The same walks in each of the other engines.
    ...(['Firefox', 'WebKitGTK'] as const).map((engine) => ({
      name: `long-${engine}`,
      testMatch: 'browsers/**/*.long.spec.ts',
      use: { engine },
    })),
  ],
  outputDir: '../test-results/runs',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes at the second try has found a fault.
  retries: 0,
  // One more than the cores of a small machine, as each waits for its pages a fifth of the time.
  workers: 3,
  // A limit only ends what hangs: some tests build releases first, on machines that may be slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ...(isCi ? [] : [['html', { open: 'never', outputFolder: '../test-results/report' }] as const]),
  ],
  use: {
    baseURL: origin,
    ignoreHTTPSErrors: true,
    locale: 'en-IN',
    trace,
    screenshot: 'only-on-failure',
    launchOptions: { ...shell, args: launchArguments },
  },
  webServer: {
    command: 'node tools/src/start.ts',
    cwd: '..',
    env: productEnvironment,
    // Through the edge: it is up before the api is.
    url: `${origin}/api/readyz`,
    ignoreHTTPSErrors: true,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
