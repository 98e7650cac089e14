import { useConnection } from '@errand/shared-auth'
import { Notice } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

/** Says above every page that there is no network. */
export function OfflineNotice() {
  const say = useWords()
  if (useConnection() !== 'offline') return null
  return (
    <Notice tone="warning" role="status">
      {say('offlineBanner')}
    </Notice>
  )
}
