import { productName } from '@errand/contract/product'
import { useEffect } from 'react'

/** `Jobs · Errand`, and the product's name alone for its own page. */
export const pageTitle = (title: string): string =>
  title === productName ? productName : `${title} · ${productName}`

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
