import type { Settings } from '../../src/app/settings.ts'
import { graphPath } from './graph/open-graph.ts'
import { simulatedApp } from './graph/simulated-ids.ts'
import type { SimulatorSettings } from './open-simulators.ts'

const razorpay = {
  PAYMENT_KEY_ID: 'rzp_test_Simulated00000',
  PAYMENT_KEY_SECRET: 'simulated',
  PAYMENT_WEBHOOK_SECRET: 'simulated',
}

/**
 * Settings that point to the simulators, for services that the environment does not configure.
 */
export function simulatedEnvironment(settings: Settings): NodeJS.ProcessEnv {
  if (settings.simulators === undefined) return {}
  return {
    ...paymentEnvironment(settings),
    ...metaEnvironment(settings),
    ...mailEnvironment(settings),
  }
}

function paymentEnvironment({ billing, port }: Settings): NodeJS.ProcessEnv {
  if (billing.payments.keyId !== undefined) return {}
  const path = 'simulator/razorpay'
  return {
    ...razorpay,
    PAYMENT_API_URL: `http://127.0.0.1:${port}/${path}`,
    // With the host name under which pages are opened here.
    PAYMENT_CHECKOUT_URL: `http://localhost:${port}/${path}/v1/checkout.js`,
  }
}

/** What the product writes to owners arrives in the local inbox. */
function mailEnvironment({ mailSender, simulators }: Settings): NodeJS.ProcessEnv {
  if (mailSender !== undefined || simulators === undefined) return {}
  return {
    MAIL_URL: `smtp://127.0.0.1:${simulators.mailPort}`,
    MAIL_FROM: 'alerts@errand.example',
  }
}

/** A Meta app belongs to its Graph API: both are simulated, or none. */
function metaEnvironment({
  isGraphConfigured,
  isGraphSimulated,
  metaApp,
  port,
}: Settings): NodeJS.ProcessEnv {
  const isReal = metaApp !== undefined || (isGraphConfigured && !isGraphSimulated)
  if (isReal) return {}
  return {
    META_APP_ID: simulatedApp.id,
    META_APP_SECRET: simulatedApp.secret,
    META_CONFIG_ID: simulatedApp.configId,
    WHATSAPP_GRAPH_URL: `http://127.0.0.1:${port}${graphPath}`,
  }
}

/** The settings of the simulators beside this api. */
export const toSimulatorSettings = (
  { mailPort }: NonNullable<Settings['simulators']>,
  port: number,
): SimulatorSettings => ({
  mailPort,
  apiUrl: `http://127.0.0.1:${port}`,
  razorpay: {
    keyId: razorpay.PAYMENT_KEY_ID,
    keySecret: razorpay.PAYMENT_KEY_SECRET,
    webhookSecret: razorpay.PAYMENT_WEBHOOK_SECRET,
  },
})
