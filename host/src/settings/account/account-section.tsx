import { Button, Card } from '@errand/shared-ui'

import { useSignOut } from '../../shell/use-sign-out.ts'
import { useWords } from '../words/words.ts'
import { DataExport } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'

/** This session, everything to take along, and the end. */
export function AccountSection() {
  const say = useWords()
  const { signOut, isSigningOut } = useSignOut()
  return (
    <>
      <Card title={say('session')} description={say('sessionHint')}>
        <div>
          <Button isBusy={isSigningOut} onClick={signOut}>
            {say('logOut')}
          </Button>
        </div>
      </Card>
      <DataExport />
      <DeleteAccount />
    </>
  )
}
