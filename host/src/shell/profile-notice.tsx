import { profileQuery } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { Notice } from './notice.tsx'
import { useWords } from './words/words.ts'

/** Says above the page that the profile is missing; the page itself may well work. */
export function ProfileNotice() {
  const say = useWords()
  const { isError, isFetching, refetch } = useQuery(profileQuery())
  if (!isError) return null
  return (
    <Notice role="alert" text={say('profileLost')}>
      <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
        {say('retry')}
      </Button>
    </Notice>
  )
}
