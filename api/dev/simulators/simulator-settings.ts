import type { Settings } from '../../src/app/settings.ts'
import type { SimulatorSettings } from './open-simulators.ts'

const razorpay = {
  PAYMENT_KEY_ID: 'rzp_test_Simulated00000',
  PAYMENT_KEY_SECRET: 'simulated',
  PAYMENT_WEBHOOK_SECRET: 'simulated',
}

/**
 * Settings that point to the simulators, for services that the environment does not configure.
 */
export function simulatedEnvironment({ simulators, billing, port }: Settings): NodeJS.ProcessEnv {
  if (simulators === undefined || billing.payments.keyId !== undefined) return {}
  const path = 'simulator/razorpay'
  return {
    ...razorpay,
    PAYMENT_API_URL: `http://127.0.0.1:${port}/${path}`,
    // With the host name under which pages are opened here.
    PAYMENT_CHECKOUT_URL: `http://localhost:${port}/${path}/v1/checkout.js`,
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
