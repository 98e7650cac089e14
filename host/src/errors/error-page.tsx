import { Button } from '@errand/shared-ui'
import { useState } from 'react'

import { errorDetails } from './error-details.ts'
import styles from './message-page.module.css'

/** What stands instead of a page that broke. It needs no router and no provider. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <div role="alert" className={styles['page']}>
      <h1>Oops! Something went wrong</h1>
      <p>We encountered an unexpected error. Please try refreshing the page.</p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
        <CopyDetails error={error} />
      </div>
    </div>
  )
}

function CopyDetails({ error }: { error: unknown }) {
  const [isCopied, setIsCopied] = useState(false)
  const [details, setDetails] = useState<string>()
  const copy = async () => {
    const text = errorDetails(error)
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // No clipboard without a secure origin or permission: copied by hand then.
      setDetails(text)
    }
  }
  return (
    <>
      <Button variant="ghost" onClick={() => void copy()}>
        {isCopied ? 'Details copied' : 'Copy details'}
      </Button>
      {details !== undefined && <pre className={styles['details']}>{details}</pre>}
    </>
  )
}
