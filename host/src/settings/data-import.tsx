import { importResponseSchema } from '@errand/contract/auth'
import { api, isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { Button, Card, Notice } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { useWords } from './words/words.ts'

async function importAccount(file: File) {
  const headers = { 'content-type': 'application/zip' }
  const body = await file.arrayBuffer()
  // A large file takes as long as the network needs.
  const answer = api.post('auth/import', { headers, body, timeout: false })
  return (await answer.json(importResponseSchema)).added
}

/** Adds what another account has exported. */
export function DataImport() {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const importing = useMutation({
    mutationFn: importAccount,
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const { data: added, error, isPending } = importing
  const isNew = added !== undefined && Object.values(added).some((count) => count > 0)
  return (
    <Card title={say('dataImport')} description={say('dataImportHint')}>
      <div>
        <Button isBusy={isPending} onClick={() => input.current?.click()}>
          {say('chooseImport')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,application/zip"
          aria-label={say('chooseImport')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) importing.mutate(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      <div role="status">
        {isPending && <span>{say('importRuns')}</span>}
        {added !== undefined && (
          <Notice tone="success">
            {isNew ? say('imported', { ...added }) : say('importedBefore')}
          </Notice>
        )}
      </div>
      {error !== null && (
        <Notice tone="danger" role="alert">
          {reasonOf(error)}
        </Notice>
      )}
    </Card>
  )

  function reasonOf(failure: Error): string {
    const { code, errors = [] } = (isApiError(failure) && failure.problem) || {}
    if (code === 'body_too_large') return say('importTooLarge')
    if (code === 'conflict') return say('importTooManyJobs')
    if (code !== 'validation_failed') return userMessage(failure)
    const at = errors[0]?.pointer.replace(/^#\/?/, '') ?? ''
    return at === '' ? say('importNoExport') : say('importBroken', { at })
  }
}
