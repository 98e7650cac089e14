import { askFor, type Checkup } from '../checkup.ts'
import { failed, missing, ok, warning, type Verdict } from '../finding.ts'

/** Whether Razorpay takes the keys, and whether money would move. */
export async function checkPayments({ settings, environment, ask }: Checkup): Promise<Verdict> {
  const { keyId, keySecret, webhookSecret, apiUrl } = settings.billing.payments
  if (keyId === undefined && keySecret === undefined) {
    return missing('PAYMENT_KEY_ID is not set, so nobody can pay here.')
  }
  if (keyId === undefined) return failed('PAYMENT_KEY_SECRET is set without PAYMENT_KEY_ID.')
  if (keySecret === undefined) return failed('PAYMENT_KEY_ID is set without PAYMENT_KEY_SECRET.')
  const answer = await askFor(ask, `${apiUrl}/v1/orders?count=1`, {
    headers: { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` },
  })
  if (answer === undefined) return failed(`Nothing answers at ${apiUrl}.`)
  if (answer.status === 401) {
    return failed('Razorpay refuses the keys; make a new pair under Account & Settings, API keys.')
  }
  if (answer.status !== 200) return failed(`Razorpay fails with ${answer.status}; try again later.`)
  if (webhookSecret === undefined) {
    return warning(
      `Razorpay takes the keys; PAYMENT_WEBHOOK_SECRET is not set, so payments are found only by asking for them. Make a webhook to ${settings.publicUrl}/api/webhooks/razorpay.`,
    )
  }
  const isLive = keyId.startsWith('rzp_live_')
  if (environment['NODE_ENV'] === 'production' && !isLive) {
    return warning('Razorpay takes the keys, but they are test keys: no money moves.')
  }
  return ok(`Razorpay takes the keys; ${isLive ? 'money moves' : 'they are test keys'}.`)
}
