import { canHaveFocus, focusables, isTypedIn, regionsOf } from './focusables.ts'
import { afterChanges, isAfterGap, placeOf, type Gap } from './gap.ts'

/** How long whoever takes something away has to say where the focus goes on, in milliseconds. */
const graceMs = 50

/** As many places as are gone back through when a whole region is gone. */
const mostPlaces = 10

/**
 * Whoever is reading by keyboard or screen reader would be thrown back to the top of the page when
 * what has the focus is taken away, hidden or switched off. Unless somebody else takes it, the focus
 * goes on by what stands next in the same region; to what is back again it returns. Returns the end.
 */
export function keepFocus(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // Weak: a chat that was left would be kept by the last button that was pressed in it.
  let places: WeakRef<HTMLElement>[] = []
  let pathname = ''
  let isKeyboard = true
  let gap: Gap | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What had the focus before, and what has it in its stead. */
  let lent: { from: WeakRef<HTMLElement>; to: WeakRef<HTMLElement> } | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    if (target !== lent?.to.deref()) lent = undefined
    gap = undefined
    pathname = window.location.pathname
    const others = places.filter((place) => place.deref() !== target)
    places = [new WeakRef(target), ...others].slice(0, mostPlaces)
  }
  const look = (records: readonly MutationRecord[] = []) => {
    const last = places[0]?.deref()
    const mayReturn = lent !== undefined && document.activeElement === lent.to.deref()
    if (last === undefined) return
    // What is switched off loses the focus a moment later.
    const isOff = records.some(({ type, target }) => type === 'attributes' && target.contains(last))
    if (!mayReturn && !isOff && !isFocusFree()) return
    gap = afterChanges(gap ?? placeOf(last), records)
    timer ??= setTimeout(keep, graceMs)
  }
  const keep = () => {
    timer = undefined
    const from = lent?.from.deref()
    if (from !== undefined && document.activeElement === lent?.to.deref() && canHaveFocus(from)) {
      from.focus({ preventScroll: true })
      return
    }
    const last = places[0]?.deref()
    if (!isFocusFree() || !document.hasFocus()) return
    // One leaves what is still there by pressing beside it, and comes to a new page at its top.
    if ((last && canHaveFocus(last)) || pathname !== window.location.pathname) {
      places = []
      return
    }
    const earlier = places.map((place) => place.deref()).find((one) => one && canHaveFocus(one))
    const to = (gap && nextOf(gap, isKeyboard)) ?? earlier
    gap = undefined
    if (to === undefined) return
    if (last !== undefined) lent = { from: new WeakRef(last), to: new WeakRef(to) }
    to.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  document.addEventListener('focusin', note, { signal })
  document.addEventListener('focusout', () => look(), { signal })
  window.addEventListener('focus', () => look(), { signal })
  document.addEventListener('keydown', () => (isKeyboard = true), { signal, capture: true })
  document.addEventListener('pointerdown', () => (isKeyboard = false), { signal, capture: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  return () => stop.abort()
}

/** What stands next in the innermost region that has anything, else what stands before, else main. */
function nextOf(gap: Gap, isKeyboard: boolean): HTMLElement | undefined {
  const regions = regionsOf(gap.parent)
  for (const region of regions) {
    const there = focusables(region).filter(
      // A finger on a button asks for no keyboard on the screen.
      (one) => canHaveFocus(one) && (isKeyboard || !isTypedIn(one)),
    )
    const next = there.find((one) => isAfterGap(one, gap)) ?? there.at(-1)
    if (next !== undefined) return next
  }
  return regions.findLast((one) => canHaveFocus(one))
}

const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
