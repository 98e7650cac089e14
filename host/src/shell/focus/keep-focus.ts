import { canHaveFocus, focusables, isTypedIn, regionsOf } from './focusables.ts'

/** How long whoever takes something away has to say where the focus goes on, in milliseconds. */
const graceMs = 50

/** As many places as are gone back through when a whole region is gone. */
const mostPlaces = 10

/** Where the focus is, and what can be said of that place once it is gone. */
interface Place {
  element: HTMLElement
  /** What holds it, from the inside out. */
  regions: readonly HTMLElement[]
  /** What stood before it on the page and could have the focus. */
  before: readonly HTMLElement[]
  pathname: string
}

/**
 * Whoever is reading by keyboard or screen reader would be thrown back to the top of the page when
 * what has the focus is taken away, hidden or switched off. Unless somebody else takes it, the focus
 * goes on by what stands next in the same region; to what is back again it returns. Returns the end.
 */
export function keepFocus(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let places: Place[] = []
  let isKeyboard = true
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What had the focus before, and what has it in its stead. */
  let lent: { from: HTMLElement; to: HTMLElement } | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    if (target !== lent?.to) lent = undefined
    const others = places.filter(({ element }) => element !== target)
    places = [placeOf(target), ...others].slice(0, mostPlaces)
  }
  const keep = () => {
    timer = undefined
    if (lent !== undefined && document.activeElement === lent.to && canHaveFocus(lent.from)) {
      return lent.from.focus({ preventScroll: true })
    }
    const [last, ...earlier] = places
    if (last === undefined || !isFocusFree() || !document.hasFocus()) return undefined
    // One leaves what is still there by pressing beside it, and comes to a new page at its top.
    if (canHaveFocus(last.element) || last.pathname !== window.location.pathname) {
      places = []
      return undefined
    }
    const to = nextOf(last, isKeyboard) ?? earlier.find((one) => canHaveFocus(one.element))?.element
    if (to === undefined) return undefined
    lent = { from: last.element, to }
    return give(to)
  }
  const look = () => {
    if (timer === undefined && (lent !== undefined || isFocusFree())) {
      timer = setTimeout(keep, graceMs)
    }
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'style'],
  })
  document.addEventListener('focusin', note, { signal })
  document.addEventListener('focusout', look, { signal })
  window.addEventListener('focus', look, { signal })
  document.addEventListener('keydown', () => (isKeyboard = true), { signal, capture: true })
  document.addEventListener('pointerdown', () => (isKeyboard = false), { signal, capture: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  return () => stop.abort()
}

function placeOf(element: HTMLElement): Place {
  const all = focusables(document)
  const { pathname } = window.location
  return {
    element,
    pathname,
    regions: regionsOf(element),
    before: all.slice(0, Math.max(0, all.indexOf(element))),
  }
}

/** What stands next in the innermost region that has anything, else what stands before, else main. */
function nextOf({ element, regions, before }: Place, isKeyboard: boolean): HTMLElement | undefined {
  for (const region of regions.filter((one) => one.isConnected)) {
    const there = focusables(region).filter(
      // A finger on a button asks for no keyboard on the screen.
      (one) => one !== element && canHaveFocus(one) && (isKeyboard || !isTypedIn(one)),
    )
    const last = before.findLast((one) => region.contains(one))
    const isAfter = (one: HTMLElement) => last === undefined || follows(one, last)
    const next = there.find(isAfter) ?? there.at(-1)
    if (next !== undefined) return next
  }
  return regions.findLast((one) => canHaveFocus(one))
}

const follows = (one: HTMLElement, other: HTMLElement): boolean =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

function give(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
