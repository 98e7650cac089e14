import { productName } from '@errand/contract/product'
import { withoutDirectionControls } from '@errand/contract/visible-text'
import { useEffect, useSyncExternalStore } from 'react'

/** What the browser's tab is called on a page: `Jobs · Errand`, and the product's name alone for its own. */
export const pageTitle = (title: string): string =>
  title === productName ? productName : `${withoutDirectionControls(title)} · ${productName}`

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Has the browser save a file that was fetched: a plain link would not send the caller's token. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads it after the click; a minute is longer than any needs.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
