import { Button } from '@errand/shared-ui'
import { useState } from 'react'

import { errorDetails } from './error-details.ts'
import styles from './message-page.module.css'
import { useWords } from './words/words.ts'

/** What stands instead of a page that broke. It needs no router and no provider. */
export function ErrorPage({ error }: { error: unknown }) {
  const say = useWords()
  return (
    <div role="alert" className={styles['page']}>
      <h1>{say('broken')}</h1>
      <p>{say('brokenText')}</p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {say('refresh')}
        </Button>
        <CopyDetails error={error} />
      </div>
    </div>
  )
}

function CopyDetails({ error }: { error: unknown }) {
  const say = useWords()
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
      <Button variant="quiet" onClick={() => void copy()}>
        {say(isCopied ? 'detailsCopied' : 'copyDetails')}
      </Button>
      {details !== undefined && (
        <pre className={styles['details']} dir="ltr">
          {details}
        </pre>
      )}
    </>
  )
}
