import { productName } from '@errand/contract/product'
import { LoadingView } from '@errand/shared-ui'
import { useEffect, useState } from 'react'

/** An identity provider that does not answer keeps the page waiting for half a minute. */
const patienceMs = 8000

/** The full screen while it is not yet known who uses the page. */
export function StartingView() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <LoadingView title={`Loading ${productName}`}>
      AI-powered WhatsApp Assistant
      {isSlow && (
        <>
          <br />
          <span role="status">This takes longer than usual. Check your connection.</span>
        </>
      )}
    </LoadingView>
  )
}
