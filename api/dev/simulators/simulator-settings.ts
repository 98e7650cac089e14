import type { Settings } from '../../src/app/settings.ts'
import { graphPath } from './graph/open-graph.ts'
import { simulatedApp } from './graph/simulated-ids.ts'
import type { SimulatorSettings } from './open-simulators.ts'

const keyId = 'rzp_test_Simulated00000'
const secret = 'simulated'

/** Settings that point to the simulators, for services that the environment does not configure. */
export function simulatedEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const { simulators, billing, port, mailSender, metaApp } = settings
  if (simulators === undefined) return {}
  const razorpay = `${port}/simulator/razorpay`
  // A Meta app belongs to its Graph API: both are simulated, or none.
  const isMetaReal =
    metaApp !== undefined || (settings.isGraphConfigured && !settings.isGraphSimulated)
  return {
    ...(billing.payments.keyId === undefined && {
      PAYMENT_KEY_ID: keyId,
      PAYMENT_KEY_SECRET: secret,
      PAYMENT_WEBHOOK_SECRET: secret,
      PAYMENT_API_URL: `http://127.0.0.1:${razorpay}`,
      // With the host name under which pages are opened here.
      PAYMENT_CHECKOUT_URL: `http://localhost:${razorpay}/v1/checkout.js`,
    }),
    ...(!isMetaReal && {
      META_APP_ID: simulatedApp.id,
      META_APP_SECRET: simulatedApp.secret,
      META_CONFIG_ID: simulatedApp.configId,
      WHATSAPP_GRAPH_URL: `http://127.0.0.1:${port}${graphPath}`,
    }),
    // What the product writes to owners arrives in the local inbox.
    ...(mailSender === undefined && {
      MAIL_URL: `smtp://127.0.0.1:${simulators.mailPort}`,
      MAIL_FROM: 'alerts@errand.example',
    }),
  }
}

/** The settings of the simulators beside this api. */
export const toSimulatorSettings = (
  { mailPort }: NonNullable<Settings['simulators']>,
  port: number,
): SimulatorSettings => ({
  mailPort,
  apiUrl: `http://127.0.0.1:${port}`,
  razorpay: { keyId, keySecret: secret, webhookSecret: secret },
})
