import { api, deleteAccount, isApiError, userMessage } from '@errand/shared-auth'
import { Button, Card, ConfirmDialog, Notice, saveFile } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import styles from './account-section.module.css'
import { DataImport } from './data-import.tsx'
import { useWords } from './words/words.ts'

/** Export all data, import that of another account, or delete the account. */
export function AccountSection() {
  return (
    <>
      <DataExport />
      <DataImport />
      <DeleteAccount />
    </>
  )
}

/** All of the owner's data as a zip file that the api streams. */
function DataExport() {
  const say = useWords()
  const exporting = useMutation({
    mutationFn: () => api.get('auth/export').blob(),
    onSuccess: (file) => saveFile(file, 'errand.zip'),
  })
  return (
    <Card title={say('dataExport')} description={say('dataExportHint')}>
      <div>
        <Button isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
          {say('makeExport')}
        </Button>
      </div>
      <div role="status">{exporting.isPending && say('exportRuns')}</div>
      {exporting.error !== null && (
        <Notice tone="danger" role="alert">
          {userMessage(exporting.error)}
        </Notice>
      )}
    </Card>
  )
}

const losses = ['lossProfile', 'lossJobs', 'lossChats', 'lossCredit', 'lossFiles'] as const

/** Deletes the account and all data, after a confirmation word was typed. */
function DeleteAccount() {
  const say = useWords()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: deleteAccount,
    // What is asked next, such as a code, needs the page below this question.
    onMutate: () => setIsAsking(false),
    onSuccess: () => toast.success(say('accountDeleted')),
    onError: (failure) => {
      const isUnconfirmed = isApiError(failure) && failure.code === 'recent_sign_in_required'
      toast.error(isUnconfirmed ? userMessage(failure) : say('deleteFailed'))
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
        <Button isBusy={isPending} onClick={() => setIsAsking(true)}>
          {say('deleteAccountAsk')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={say('deleteQuestion')}
        confirmLabel={say('deleteAccount')}
        tone="danger"
        typedText="DELETE"
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
