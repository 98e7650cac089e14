import { productName } from '@errand/contract/product'
import { withoutTurns } from '@errand/contract/visible-text'
import { useEffect } from 'react'

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${withoutTurns(title)} · ${productName}`
  }, [title])
}
