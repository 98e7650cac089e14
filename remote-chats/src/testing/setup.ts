import { beforeEach } from 'vitest'

// jsdom has no layout, but the virtual lists need sizes.
const itemPx = 60
const windowPx = 900

Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset['index'] === undefined ? windowPx : itemPx
    },
  },
  clientHeight: { configurable: true, get: () => windowPx },
  clientWidth: { configurable: true, get: () => windowPx },
})

Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
  if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop
}

/** Sets which media queries match; by default only those for wide windows. */
export function setMedia(holds: (query: string) => boolean): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: holds(media) }) as MediaQueryList
}

beforeEach(() => setMedia((query) => query.includes('width >=')))
