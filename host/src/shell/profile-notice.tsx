import { profileQuery } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import styles from './profile-notice.module.css'

/** Says above the page that the profile is missing; the page itself may well work. */
export function ProfileNotice() {
  const { isError, isFetching, refetch } = useQuery(profileQuery())
  if (!isError) return null
  return (
    <div role="alert" className={styles['notice']}>
      <p>Failed to load user profile. Please refresh the page.</p>
      <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  )
}
