import { rmSync } from 'node:fs'

import { newDatabase } from './database.ts'
import {
  anotherEnvironment,
  identityOrigin,
  productEnvironment,
  project,
  tlsEnvironment,
} from './product.ts'
import { serverProcess } from './server-process.ts'

/**
 * Runs an api with these settings on a database of its own, and an edge before it; releases and
 * identity are those of the product under test.
 */
export async function withSecondApi(
  settings: Record<string, string>,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const { PORT, API_PORT, MAIL_PORT, DATA_DIR } = anotherEnvironment()
  const origin = `https://localhost:${PORT}`
  const database = await newDatabase()
  const apiOrigin = `http://localhost:${API_PORT}`
  const shared = { IDENTITY_PROJECT: project, IDENTITY_EMULATOR_URL: identityOrigin }
  const api = serverProcess('api/src/server.ts', {
    ...shared,
    ...settings,
    API_PORT,
    DATA_DIR,
    DATABASE_URL: database.url,
    MAIL_PORT,
    PUBLIC_URL: origin,
    SIMULATORS: '1',
    NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
  })
  const edge = serverProcess('delivery/edge/server.ts', {
    ...shared,
    ...tlsEnvironment,
    PORT,
    API_URL: `http://127.0.0.1:${API_PORT}`,
    DATA_DIR: productEnvironment.DATA_DIR,
    // Nobody answers there: it goes by the last document that the product's own edge kept.
    REGISTRY_URL: 'http://127.0.0.1:1/registry',
    PAYMENT_CHECKOUT_URL: `${apiOrigin}/simulator/razorpay/v1/checkout.js`,
  })
  await Promise.all([api.start(), edge.start()])
  await use(origin)
  await Promise.all([api.kill(), edge.kill()])
  await database.remove()
  rmSync(DATA_DIR, { recursive: true })
}
