/** Has the browser save a file that was fetched. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  forget(url)
}

/**
 * Opens a tab for a file that is still to be fetched, on iPhones and iPads, which show a file better
 * than they save it; later than at the press they let no page open one.
 */
export function openTabForFile(): ((blob: Blob | undefined) => void) | undefined {
  if (!isIos()) return undefined
  const tab = window.open('', '_blank')
  if (tab === null) return undefined
  return (blob) => {
    if (blob === undefined) return tab.close()
    const url = URL.createObjectURL(blob)
    tab.location.href = url
    forget(url)
  }
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** The browser reads it after the click; a minute is longer than any needs. */
const forget = (url: string) => void setTimeout(() => URL.revokeObjectURL(url), 60_000)
