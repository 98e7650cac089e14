/** Whether a page would ask before it is left: it hears what it hears before a reload. */
export function hasUnsavedWork(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(question)
  return question.defaultPrevented
}
