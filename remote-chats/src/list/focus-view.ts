const name = 'data-views'

/** Marks what the views of the list are chosen by. */
export const viewsMark = { [name]: '' }

/** Goes to the view that is chosen, once what was just decided is drawn. */
export function focusView(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[${name}] [aria-pressed=true]`)?.focus(),
  )
}
