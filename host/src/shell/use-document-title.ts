import { useEffect } from 'react'

const product = 'Errand'

/** `Jobs · Errand`, and the product's name alone for its own page. */
export const pageTitle = (title: string): string =>
  title === product ? product : `${title} · ${product}`

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
