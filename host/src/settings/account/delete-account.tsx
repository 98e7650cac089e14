import { deleteAccount, isApiError } from '@errand/shared-auth'
import { Button, Card, ConfirmDialog, Notice } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import { useWords } from '../words/words.ts'
import styles from './delete-account.module.css'

const losses = ['lossProfile', 'lossJobs', 'lossChats', 'lossCredit', 'lossFiles'] as const

/** The end: everything the owner has is deleted after he typed the word. */
export function DeleteAccount() {
  const say = useWords()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: deleteAccount,
    onSuccess: () => toast.success(say('accountDeleted')),
    onError: () => {
      setIsAsking(false)
      toast.error(say('deleteFailed'))
    },
  })
  const reason = isApiError(error) ? error.problem?.detail : undefined
  return (
    <Card title={say('deleteAccount')} description={say('deleteHint')}>
      {reason !== undefined && (
        <Notice tone="warning" role="alert">
          {reason}
        </Notice>
      )}
      <div>
        <Button onClick={() => setIsAsking(true)}>{say('deleteAccountAsk')}</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={say('deleteQuestion')}
        confirmLabel={say('deleteAccount')}
        tone="danger"
        typedText="DELETE"
        isBusy={isPending}
        onConfirm={mutate}
        onCancel={() => setIsAsking(false)}
      >
        <p>{say('whatGoes')}</p>
        <ul className={styles['losses']}>
          {losses.map((loss) => (
            <li key={loss}>{say(loss)}</li>
          ))}
        </ul>
        <p>{say('whatStays')}</p>
      </ConfirmDialog>
    </Card>
  )
}
