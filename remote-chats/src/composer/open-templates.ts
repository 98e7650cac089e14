import { pressButton } from '../keyboard/press-button.ts'

const name = 'data-template'

/** Marks what opens a template. */
export const templateMark = { [name]: '' }

/** Goes to the templates of the open chat, once what was just decided is drawn. */
export function openTemplates(): void {
  requestAnimationFrame(() => {
    const first = document.querySelector<HTMLElement>(`[${name}]`)
    if (first === null) pressButton('t')
    else first.focus()
  })
}
