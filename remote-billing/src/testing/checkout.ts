import { afterEach } from 'vitest'

interface Options {
  handler: (answer: object) => void
  timeout: number
  modal: { ondismiss: () => void }
}

/** The windows that were opened, the last one at the end. */
export const openedCheckouts: (Options & {
  refuse: (description: string) => void
  isClosed: boolean
})[] = []

/** Stands in for the provider's script, which no test may fetch. */
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
