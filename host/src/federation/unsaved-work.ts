/** Whether a page would ask before it is left: it hears what it hears before a reload. */
export function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
