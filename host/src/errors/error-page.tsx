import { paths } from '@errand/contract/paths'
import { releaseSetElementId } from '@errand/contract/release'
import { isApiError } from '@errand/shared-auth'
import { Button, buttonClass, readNow, useDocumentTitle } from '@errand/shared-ui'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import styles from './message-page.module.css'
import { useWords } from './words/words.ts'

/** Shown in place of a page that crashed. It needs no router and no provider. */
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
      // The clipboard needs a secure origin and permission; otherwise the text is shown to copy by
      // hand.
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

/** What an operator needs to find the cause: no query, no names, nothing typed by a person. */
function errorDetails(error: unknown): string {
  const set = document.getElementById(releaseSetElementId)?.textContent ?? ''
  const lines = {
    time: new Date(readNow()).toISOString(),
    path: window.location.pathname,
    releaseSet: /"id":"(\w+)"/.exec(set)?.[1] ?? 'unknown',
    error: error instanceof Error ? `${error.name}: ${error.message}` : typeof error,
    trace: isApiError(error) ? (error.problem?.traceId ?? 'none') : 'none',
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Shown for a path that no page has. */
export function NotFoundPage() {
  const say = useWords()
  useDocumentTitle(say('notFound'))
  return (
    <div className={styles['page']}>
      <p className={styles['code']} aria-hidden="true">
        404
      </p>
      <h1>{say('notFound')}</h1>
      <p>{say('notFoundText')}</p>
      <div className={styles['actions']}>
        <Link className={buttonClass('primary')} to={paths.home}>
          {say('goHome')}
        </Link>
        <Link className={buttonClass()} to={paths.dashboard}>
          {say('dashboard')}
        </Link>
      </div>
    </div>
  )
}
