import { afterEach } from 'vitest'

interface Options {
  handler: (answer: object) => void
  timeout: number
  modal: { ondismiss: () => void }
}

/** The checkouts that were opened, the latest last. */
export const openedCheckouts: (Options & {
  refuse: (description: string) => void
  isClosed: boolean
})[] = []

/** Replaces the provider's script, which tests must not load. */
export function installCheckout(): void {
  class Razorpay {
    #window
    constructor(options: Options) {
      this.#window = { ...options, refuse: (_description: string) => undefined, isClosed: false }
    }
    on(_event: string, listener: (failure: object) => void) {
      this.#window.refuse = (description) => listener({ error: { description } }) as undefined
    }
    open() {
      openedCheckouts.push(this.#window)
    }
    close() {
      this.#window.isClosed = true
    }
  }
  Object.assign(window, { Razorpay })
}

afterEach(() => {
  openedCheckouts.length = 0
  Reflect.deleteProperty(window, 'Razorpay')
})
