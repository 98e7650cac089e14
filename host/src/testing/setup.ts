// jsdom has no layout and no `innerText`.
Object.defineProperty(HTMLElement.prototype, 'innerText', {
  configurable: true,
  get(this: HTMLElement) {
    return this.textContent
  },
})

export {}
