/** Goes to the button of the page that names the key in `aria-keyshortcuts`, if it is there. */
export function focusButton(key: string): HTMLElement | null {
  const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
  button?.focus()
  return button
}

/** Presses that button; what opens beside it is next for Tab, and leads back to it. */
export function pressButton(key: string): void {
  focusButton(key)?.click()
}
