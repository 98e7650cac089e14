// What https://checkout.razorpay.com/v1/checkout.js is to a page: the constructor `Razorpay`.
{
  const script = document.currentScript.src
  // As the provider's while it loads: a page that trusts no text as HTML has to let it.
  document.createElement('div').innerHTML =
    '<style>@keyframes checkout-turn{to{transform: rotate(360deg);}}</style>'
  document.createElement('span').innerHTML = 'Test Mode'

  class Razorpay {
    #options
    #failed = []
    #frame
    #before

    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      this.#options = options
    }

    on(event, listener) {
      if (event === 'payment.failed') this.#failed.push(listener)
      return this
    }

    open() {
      if (this.#frame) return this
      const { order_id = '', name = '' } = this.#options
      const url = new URL('../checkout', script)
      url.search = new URLSearchParams({ order_id, name, origin: location.origin }).toString()
      const frame = document.createElement('iframe')
      frame.title = 'Checkout'
      frame.src = url.href
      // Not as an attribute: the page's policy forbids those.
      Object.assign(frame.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        zIndex: '2147483647',
        colorScheme: 'normal',
      })
      this.#before = { focused: document.activeElement, overflow: document.body.style.overflow }
      document.body.style.overflow = 'hidden'
      document.body.append(frame)
      this.#frame = frame
      addEventListener('message', this.#hear)
      return this
    }

    close() {
      if (!this.#frame) return
      removeEventListener('message', this.#hear)
      const frame = this.#frame
      this.#frame = undefined
      // As the provider's: it fades, so a click on "Close" is over before its frame is gone.
      frame.inert = true
      frame.animate({ opacity: [1, 0] }, 150).finished.then(() => frame.remove())
      document.body.style.overflow = this.#before.overflow
      this.#before.focused?.focus()
    }

    #hear = ({ source, origin, data }) => {
      if (source !== this.#frame?.contentWindow || origin !== new URL(script).origin) return
      const { handler, modal } = this.#options
      if (data.event === 'failed') {
        for (const listener of this.#failed) listener(data.detail)
        return
      }
      this.close()
      if (data.event === 'paid') handler?.(data.detail)
      else modal?.ondismiss?.()
    }
  }

  window.Razorpay = Razorpay
}
