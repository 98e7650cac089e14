/** A ref that moves the focus to its element: the button that was pressed is gone. */
export const focusElement = (element: HTMLElement | null): void => element?.focus()
