import type { PageLanguage } from '@errand/contract/language'
import { productName } from '@errand/contract/product'
import { LoadingView, useSettings } from '@errand/shared-ui'
import { useEffect, useState } from 'react'

import { useStartEvent } from '../use-start-event.ts'
import { starting } from './words/starting.ts'

/** An identity provider that does not answer keeps the page waiting for half a minute. */
const slowAfterMs = 8000

/** The full screen while it is not yet known who uses the page. */
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
