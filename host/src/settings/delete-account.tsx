import { deleteAccount } from '@errand/shared-auth'
import { Button, Card, ConfirmDialog } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

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
        <p>Your profile and all jobs with their fields go. This cannot be undone by you.</p>
      </ConfirmDialog>
    </Card>
  )
}
