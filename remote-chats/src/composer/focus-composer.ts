const name = 'data-composer'

/** Marks the text box that `focusComposer` goes to. */
export const composerMark = { [name]: '' }

/** Goes to the text box of the open chat, once what was just decided is drawn. */
export function focusComposer(): void {
  const focus = () => document.querySelector<HTMLElement>(`[${name}]`)?.focus()
  // What a key decided is drawn before the next key, which is a letter of the text already.
  queueMicrotask(focus)
  // What a menu or a dialog decided is drawn when that has closed.
  requestAnimationFrame(focus)
}
