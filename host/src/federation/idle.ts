/** Runs a task when the page has nothing better to do; Safari knows no such moment. */
export function whenIdle(task: () => void): void {
  const { requestIdleCallback = setTimeout } = window as Partial<Window>
  requestIdleCallback(task)
}
