import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { accountStatsQuery } from '../account/account.queries.ts'

/** The prefix of a title that says how many wait. */
const counted = /^\(\d+\+?\) /

/** Shows in the tab's title and on the installed app's icon how many chats need their owner. */
export function useBadge(): void {
  const { data } = useQuery(accountStatsQuery())
  const count = data?.sessions.needsYou ?? 0
  useEffect(() => {
    void setIconBadge(count)
    const title = document.querySelector('title')
    if (title === null) return undefined
    const show = () => {
      const bare = document.title.replace(counted, '')
      const shown = count === 0 ? bare : `(${count > 99 ? '99+' : count}) ${bare}`
      if (shown !== document.title) document.title = shown
    }
    show()
    // Pages, and those of remotes, name the tab themselves.
    const observer = new MutationObserver(show)
    observer.observe(title, { childList: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(counted, '')
      void setIconBadge(0)
    }
  }, [count])
}

/** Few browsers have it, and it may refuse. */
async function setIconBadge(count: number): Promise<void> {
  try {
    await navigator.setAppBadge?.(count)
  } catch {
    // The title says it as well.
  }
}
