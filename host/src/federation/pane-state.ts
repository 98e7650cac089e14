const visible = 'img, svg, canvas, video, iframe, input, select, textarea, button'

/** Whether something can be seen in a pane, is on its way, or there is nothing at all. */
function paneState(pane: HTMLElement): 'shown' | 'busy' | 'blank' {
  const hasText = (pane.innerText ?? pane.textContent).trim() !== ''
  if (hasText || [...pane.querySelectorAll(visible)].some(isSeen)) return 'shown'
  return pane.querySelector('[aria-busy="true"]') === null ? 'blank' : 'busy'
}

// Not in every browser yet; there an element that is hidden counts as seen.
const isSeen = (element: Element): boolean =>
  (element as { checkVisibility?: () => boolean }).checkVisibility?.() ?? true

interface PaneWatch {
  pane: HTMLElement
  onShown: () => void
  onBlank: () => void
}

const patienceMs = 3000

/** Tells once whether a pane shows something, or has been blank for 3 s; answers how to stop. */
export function watchPane({ pane, onShown, onBlank }: PaneWatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(look)
  observer.observe(pane, { subtree: true, childList: true, characterData: true, attributes: true })
  look()

  function look(): void {
    const state = paneState(pane)
    if (state === 'shown') return tell(onShown)
    if (state === 'blank') {
      timer ??= setTimeout(() => tell(paneState(pane) === 'blank' ? onBlank : onShown), patienceMs)
      return
    }
    clearTimeout(timer)
    timer = undefined
  }
  function tell(what: () => void): void {
    stop()
    what()
  }
  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
  }
  return stop
}
