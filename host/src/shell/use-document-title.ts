import { useEffect } from 'react'

const product = 'Errand'

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === product ? product : `${title} · ${product}`
  }, [title])
}
