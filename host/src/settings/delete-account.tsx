import { deleteAccount } from '@errand/shared-auth'
import { Button, Card, ConfirmDialog } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import styles from './settings-page.module.css'

/** The end: everything the owner has is deleted after he typed the word. */
export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: deleteAccount,
    onSuccess: () => toast.success('Account deleted successfully'),
    onError: () => {
      setIsAsking(false)
      toast.error('Failed to delete account')
    },
  })
  return (
    <Card title="Delete account">
      <p>Your jobs stop at once. After 30 days everything is deleted for good.</p>
      <div>
        <Button onClick={() => setIsAsking(true)}>Delete account…</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete your account?"
        confirmLabel="Delete account"
        tone="danger"
        typedText="DELETE"
        isBusy={isPending}
        onConfirm={mutate}
        onCancel={() => setIsAsking(false)}
      >
        <p>What goes:</p>
        <ul className={styles['losses']}>
          <li>your profile: name, e-mail and phone number</li>
          <li>all jobs with their instructions and fields</li>
        </ul>
        <p>You cannot undo this. Signing in with the same number starts anew.</p>
      </ConfirmDialog>
    </Card>
  )
}
