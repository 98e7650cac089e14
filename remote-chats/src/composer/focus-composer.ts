const name = 'data-composer'

/** Marks the text box that `focusComposer` goes to. */
export const composerMark = { [name]: '' }

/** Goes to the text box of the open chat, once what was just decided is drawn. */
export function focusComposer(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[${name}]`)?.focus())
}
