/** Gives the focus to this, unless something has it that stands elsewhere and can be seen. */
export function takeFocus(element: HTMLElement | null): void {
  const { activeElement } = document
  const isFree =
    activeElement === null ||
    activeElement.contains(element) ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  if (isFree) element?.focus({ preventScroll: true })
}

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

const composerName = 'data-composer'

/** Marks the text box that `focusComposer` goes to. */
export const composerMark = { [composerName]: '' }

/** Goes to the text box of the open chat, once what was just decided is drawn. */
export function focusComposer(): void {
  const focus = () => document.querySelector<HTMLElement>(`[${composerName}]`)?.focus()
  // What a key decided is drawn before the next key, which is a letter of the text already.
  queueMicrotask(focus)
  // What a menu or a dialog decided is drawn when that has closed.
  requestAnimationFrame(focus)
}

const templateName = 'data-template'

/** Marks what opens a template. */
export const templateMark = { [templateName]: '' }

/** Goes to the templates of the open chat, once what was just decided is drawn. */
export function openTemplates(): void {
  requestAnimationFrame(() => {
    const first = document.querySelector<HTMLElement>(`[${templateName}]`)
    if (first === null) pressButton('t')
    else first.focus()
  })
}

const viewsName = 'data-views'

/** Marks what the views of the list are chosen by. */
export const viewsMark = { [viewsName]: '' }

/** Goes to the view that is chosen, once what was just decided is drawn. */
export function focusView(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[${viewsName}] [aria-pressed=true]`)?.focus(),
  )
}
