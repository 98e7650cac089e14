import { profileQuery } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { Notice } from './notice.tsx'

/** Says above the page that the profile is missing; the page itself may well work. */
export function ProfileNotice() {
  const { isError, isFetching, refetch } = useQuery(profileQuery())
  if (!isError) return null
  return (
    <Notice role="alert" text="Failed to load user profile. Please refresh the page.">
      <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </Notice>
  )
}
