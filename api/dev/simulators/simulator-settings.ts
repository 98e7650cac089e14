import type { SimulatorSettings } from './open-simulators.ts'

const razorpay = {
  PAYMENT_KEY_ID: 'rzp_test_Simulated00000',
  PAYMENT_KEY_SECRET: 'simulated',
  PAYMENT_WEBHOOK_SECRET: 'simulated',
}

/**
 * What the environment says, with the simulators as the services that it does not name: the clients
 * are the same, only the addresses are this machine's.
 */
export function withSimulators(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment['SIMULATORS'] !== '1') return environment
  const port = environment['API_PORT'] ?? '5000'
  const path = 'simulator/razorpay'
  const payments = {
    ...razorpay,
    PAYMENT_API_URL: `http://127.0.0.1:${port}/${path}`,
    // By the name that pages here are opened under.
    PAYMENT_CHECKOUT_URL: `http://localhost:${port}/${path}/v1/checkout.js`,
  }
  const isPaid = environment['PAYMENT_KEY_ID'] !== undefined
  return { ...(!isPaid && payments), ...environment }
}

/** How the simulators run beside this api. */
export const toSimulatorSettings = (env: {
  API_PORT: number
  MAIL_PORT: number
}): SimulatorSettings => ({
  mailPort: env.MAIL_PORT,
  apiUrl: `http://127.0.0.1:${env.API_PORT}`,
  razorpay: {
    keyId: razorpay.PAYMENT_KEY_ID,
    keySecret: razorpay.PAYMENT_KEY_SECRET,
    webhookSecret: razorpay.PAYMENT_WEBHOOK_SECRET,
  },
})
