import { browserStorage } from '@errand/shared-auth'
import { useState } from 'react'

const key = 'errand:inbox:details'

/** Whether the details stand beside the chat, as it was left in this browser. */
export function useWideDetails(): [boolean, (isShown: boolean) => void] {
  const [isShown, setIsShown] = useState(() => browserStorage.getItem(key) !== 'closed')
  const change = (next: boolean) => {
    setIsShown(next)
    browserStorage.setItem(key, next ? 'open' : 'closed')
  }
  return [isShown, change]
}
