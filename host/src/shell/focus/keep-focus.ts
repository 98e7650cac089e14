import { canHaveFocus, focusables, regionsOf } from './focusables.ts'
import { afterChanges, isAfterGap, isSwitch, placeOf, type Gap } from './gap.ts'

/** How long whoever takes something away has to say where the focus goes on, in milliseconds. */
const graceMs = 50

/** They do nothing by themselves. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/** As many places as are gone back through when there is no region around the gap. */
const mostPlaces = 10

/**
 * Whoever is reading by keyboard or screen reader would be thrown back to the top of the page when
 * what has the focus is taken away, hidden or switched off. Unless somebody else takes it, the focus
 * goes on by what stands next in the same region; to what is back before the next key it returns.
 * Who points is left alone: a ring or a hint beside what nobody pointed at would only disturb.
 * Returns the end.
 */
export function keepFocus(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // Weak: a chat that was left would be kept by the last button that was pressed in it.
  let places: WeakRef<HTMLElement>[] = []
  let pathname = ''
  let isKeyboard = true
  /** Where what had the focus is missing; only since then, as it holds on to the page. */
  let gap: Gap | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What had the focus before, and what has it in its stead. */
  let lent: { from: WeakRef<HTMLElement>; to: WeakRef<HTMLElement> } | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    if (target !== lent?.to.deref()) lent = undefined
    forget()
    pathname = window.location.pathname
    const others = places.filter((place) => place.deref() !== target)
    places = [new WeakRef(target), ...others].slice(0, mostPlaces)
  }
  const forget = () => {
    gap = undefined
    clearTimeout(timer)
    timer = undefined
  }
  // What is done from here on is meant for where the focus is now.
  const handleKey = (event: KeyboardEvent) => {
    if (event.repeat && lent !== undefined && document.activeElement === lent.to.deref()) {
      // A key that is held since before means what is gone.
      event.preventDefault()
      event.stopPropagation()
    } else if (!modifiers.has(event.key)) {
      isKeyboard = true
      lent = undefined
    }
  }
  const handlePointer = () => {
    isKeyboard = false
    lent = undefined
  }
  const handleInput = () => {
    lent = undefined
  }
  const look = (records: readonly MutationRecord[] = []) => {
    const last = places[0]?.deref()
    const place = gap ?? (last && placeOf(last))
    if (place === undefined) return
    const mayReturn = lent !== undefined && document.activeElement === lent.to.deref()
    if (!mayReturn && !isFocusFree() && !records.some((one) => isSwitch(one, place.parent))) return
    gap = afterChanges(place, records)
    timer ??= setTimeout(keep, graceMs)
  }
  const keep = () => {
    timer = undefined
    // Until somebody is back at the window.
    if (!document.hasFocus()) return
    const place = gap
    gap = undefined
    const from = lent?.from.deref()
    if (from && document.activeElement === lent?.to.deref() && canHaveFocus(from)) give(from)
    // A new page is begun at its top.
    if (place === undefined || !isFocusFree() || pathname !== window.location.pathname) return
    const last = places[0]?.deref()
    const isThere = last !== undefined && canHaveFocus(last)
    if (isThere && place.isTaken) give(last)
    else if (!isThere && isKeyboard) lend(place, last)
    // It was left by pressing beside it, or whoever points needs none.
    else places = []
  }
  const lend = (place: Gap, last: HTMLElement | undefined) => {
    const earlier = places.flatMap((one) => one.deref() ?? []).find(canHaveFocus)
    for (const to of [nextOf(place, last), earlier]) {
      if (to === undefined) continue
      if (last !== undefined) lent = { from: new WeakRef(last), to: new WeakRef(to) }
      give(to)
      // Beside an open dialog nothing takes it.
      if (document.activeElement === to) return
    }
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
  document.addEventListener('keydown', handleKey, { signal, capture: true })
  document.addEventListener('pointerdown', handlePointer, { signal, capture: true })
  // Words that are spoken, or filled in by the browser, come without a key.
  document.addEventListener('input', handleInput, { signal, capture: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  return () => stop.abort()
}

/**
 * What stands next in the innermost region that has anything, else what stands before, else what
 * holds it all. Where a whole pane is gone nothing is looked for beyond what it stood in.
 */
function nextOf(gap: Gap, last: HTMLElement | undefined): HTMLElement | undefined {
  const regions = regionsOf(gap.parent)
  const isPane = last?.isConnected === false && last.closest(panes) !== null
  const near = isPane ? regions.slice(0, 1).filter((one) => !one.matches('main')) : regions
  for (const region of near) {
    const there = focusables(region).filter(canHaveFocus)
    const next = there.find((one) => isAfterGap(one, gap)) ?? there.at(-1)
    if (next !== undefined) return next
    if (region.matches('dialog')) break
  }
  return regions.find((one) => one.hasAttribute('tabindex') && canHaveFocus(one))
}

/** What a whole part of a page stands in. */
const panes = 'dialog, [role=dialog], section, article, aside, nav'

const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

function give(element: HTMLElement): void {
  element.focus({ preventScroll: true })
}
