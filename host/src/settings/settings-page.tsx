import { profileQuery, userMessage } from '@errand/shared-auth'
import { Button, Card, ErrorState, PageHeader, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './settings-page.module.css'

/** The owner's profile, and the ways out. */
export function SettingsPage() {
  useDocumentTitle('Settings')
  return (
    <>
      <PageHeader title="Settings" description="Who you are, and this session." />
      <div className={styles['sections']}>
        <Profile />
        <Session />
        <DeleteAccount />
      </div>
    </>
  )
}

function Profile() {
  const { data: user, isError, error, isFetching, refetch } = useQuery(profileQuery())
  if (user !== undefined) return <ProfileForm user={user} />
  if (!isError) return <Skeleton rows={2} label="Loading your profile" />
  return (
    <ErrorState title={userMessage(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
}

function Session() {
  const { signOut, isSigningOut } = useSignOut()
  return (
    <Card title="This session">
      <p>You stay signed in on this device. Signing out closes Errand in every tab.</p>
      <div>
        <Button isBusy={isSigningOut} onClick={signOut}>
          Log out on this device
        </Button>
      </div>
    </Card>
  )
}
