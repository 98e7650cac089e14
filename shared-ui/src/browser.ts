import { productName } from '@errand/contract/product'
import { withoutDirectionControls } from '@errand/contract/visible-text'
import { useEffect, useSyncExternalStore } from 'react'

/** The title of the browser's tab: `Jobs · Errand`, or the product's name alone. */
export const pageTitle = (title: string): string =>
  title === productName ? productName : `${withoutDirectionControls(title)} · ${productName}`

/** Sets the title of the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}

/** Whether a media query matches. */
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

/** Saves a fetched file: a plain link would not send the token. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads it after the click, within less than a minute.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
