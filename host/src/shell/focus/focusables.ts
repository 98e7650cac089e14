const canBe = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  '[tabindex]',
  '[contenteditable=true]',
].join()

const regions =
  'dialog, [role=dialog], [role=region], [role=group], section, article, aside, nav, form, fieldset, li, tr, main'

/** What Tab can lead to within `root`, in the order of the page; also what is hidden or off just now. */
export const focusables = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(canBe)].filter(
    (one) => one.getAttribute('tabindex') !== '-1',
  )

/** Whether an element is there, to be seen and switched on. */
export const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  element.checkVisibility({ visibilityProperty: true })

/** The regions that an element is in, or is itself, from the inside out. */
export function regionsOf(element: Element): HTMLElement[] {
  const found: HTMLElement[] = []
  let region = element.closest<HTMLElement>(regions)
  while (region !== null) {
    found.push(region)
    region = region.parentElement?.closest<HTMLElement>(regions) ?? null
  }
  return found
}
