import type { PageLanguage } from '@errand/contract/language'
import { productName } from '@errand/contract/product'
import { LoadingView, useSettings } from '@errand/shared-ui'
import { useEffect, useState } from 'react'

import { useStartEvent } from '../release/use-start-event.ts'
import { starting } from '../words/starting.ts'

/** If the identity provider does not answer, the page waits for half a minute. */
const slowAfterMs = 8000

/** The full screen while the session is not known yet. */
export function StartingView() {
  const { locale } = useSettings()
  const { language } = new Intl.Locale(locale)
  const words = hasWords(language) ? starting[language] : starting.en
  const [isSlow, setIsSlow] = useState(false)
  useStartEvent('ready')
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <LoadingView title={words.title(productName)}>
      <span>{words.what}</span>
      {isSlow && (
        <>
          <br />
          <span role="status">{words.isSlow}</span>
        </>
      )}
    </LoadingView>
  )
}

const hasWords = (language: string): language is PageLanguage => language in starting
