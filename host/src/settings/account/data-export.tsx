import { api, userMessage } from '@errand/shared-auth'
import { Button, Card, Notice } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'

import { useWords } from '../words/words.ts'

/** Everything the owner has, as a file that is written while it is fetched. */
export function DataExport() {
  const say = useWords()
  const exporting = useMutation({
    mutationFn: () => api.get('auth/export', { timeout: false }).blob(),
    onSuccess: saveFile,
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

/** By a link: the call needs the bearer token, which a plain link would not send. */
function saveFile(blob: Blob): void {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: 'errand.zip' }).click()
  // The browser reads it after the click; a minute is longer than any needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
