const attribute = 'data-clock-offset'

/** Now, in milliseconds, by the clock that the whole page agrees on: this machine's may be wrong. */
export const readNow = (): number =>
  Date.now() + Number(document.documentElement.getAttribute(attribute) ?? 0)

/** Calls back when the page has learned another time; the answer ends the subscription. */
export function onClockChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: [attribute] })
  return () => observer.disconnect()
}
