/** Gives the focus to this, unless something has it that stands elsewhere and can be seen. */
export function takeFocus(element: HTMLElement | null): void {
  const { activeElement } = document
  const isFree =
    activeElement === null ||
    activeElement.contains(element) ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  if (isFree) element?.focus({ preventScroll: true })
}
