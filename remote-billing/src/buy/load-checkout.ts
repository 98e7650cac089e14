/** What the provider's script puts on the page. */
interface CheckoutWindow {
  on: (event: 'payment.failed', listener: (failure: unknown) => void) => unknown
  open: () => unknown
  close: () => unknown
}

/** Makes a window of the provider's for one order. */
export type CheckoutConstructor = new (options: object) => CheckoutWindow

/** The provider's script could not be had: the network, or something that blocks scripts. */
export class CheckoutLost extends Error {
  override readonly name = 'CheckoutLost'
}

const slowMs = 20_000

/** Loads the provider's script, only now that somebody pays; a second payment finds it there. */
export async function loadCheckout(scriptUrl: string): Promise<CheckoutConstructor> {
  const known = findConstructor()
  if (known !== undefined) return known
  const script = document.createElement('script')
  script.src = scriptUrl
  script.async = true
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => reject(new CheckoutLost('The checkout took too long')), slowMs)
  script.addEventListener('load', () => resolve(undefined))
  script.addEventListener('error', () => reject(new CheckoutLost('The checkout was not loaded')))
  document.head.append(script)
  try {
    await promise
  } catch (error) {
    // The next try fetches it anew.
    script.remove()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const made = findConstructor()
  if (made === undefined) throw new CheckoutLost('The script made no checkout')
  return made
}

const findConstructor = (): CheckoutConstructor | undefined =>
  (window as { Razorpay?: CheckoutConstructor }).Razorpay
