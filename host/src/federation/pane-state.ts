/** What can be seen without a word. */
const visible = 'img,svg,canvas,video,input'
const patienceMs = 3000

const isShown = (pane: HTMLElement): boolean =>
  pane.innerText.trim() !== '' || [...pane.querySelectorAll(visible)].some(isSeen)

// Not in every browser yet; there an element that is hidden counts as seen.
const isSeen = (element: Element): boolean =>
  (element as { checkVisibility?: () => boolean }).checkVisibility?.() !== false

interface PaneWatch {
  pane: HTMLElement
  onShown: () => void
  onBlank: () => void
}

/** Tells once whether a pane shows something, or is still blank after 3 s; answers how to stop. */
export function watchPane({ pane, onShown, onBlank }: PaneWatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (isLate: boolean): void => {
    if (isShown(pane)) onShown()
    else if (isLate && !pane.querySelector('[aria-busy="true"]')) onBlank()
    else timer = setTimeout(look, patienceMs, true)
  }
  look(false)
  return () => clearTimeout(timer)
}
