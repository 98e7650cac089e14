import { isApiError, userMessage } from '@errand/shared-auth'
import { Button, Dialog, Notice, Progress, useFormats } from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { useLatestParameters } from '../address/use-latest-parameters.ts'
import { saveFile } from '../media/save-file.ts'
import { useWords } from '../words/words.ts'
import { readExportFile } from './export.api.ts'
import { exportQuery } from './export.queries.ts'

const parameter = 'export'

/** The file that a letter's link leads to: to be saved, or not kept any more. */
export function ReadyExport() {
  const say = useWords()
  const [parameters, change] = useLatestParameters()
  const id = parameters.get(parameter)
  const close = () =>
    change(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(parameter)
        return next
      },
      { replace: true },
    )
  return (
    <Dialog isOpen={id !== null} onClose={close} title={say('exportTitle')}>
      {id !== null && <Found id={id} />}
    </Dialog>
  )
}

const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404

function Found({ id }: { id: string }) {
  const say = useWords()
  const formats = useFormats()
  const { data: made, error } = useQuery(exportQuery(id))
  const fetching = useMutation({
    mutationFn: readExportFile,
    onSuccess: ({ file, name }) => saveFile(file, name),
  })
  const isGone =
    [error, fetching.error].some(isNotFound) || (made?.status === 'ready' && made.fileName === null)
  const failure = error ?? fetching.error
  if (isGone) return <Notice tone="warning">{say('exportGone')}</Notice>
  if (failure !== null) return <Notice tone="danger">{userMessage(failure)}</Notice>
  if (made === undefined) return <Progress label={say('exportTitle')} text={say('exportBegins')} />
  if (made.status === 'failed') return <Notice tone="danger">{say('exportFailed')}</Notice>
  if (made.status !== 'ready') {
    const text = say('exportProgress', { percent: formats.percent(made.progress) })
    return <Progress label={say('exportTitle')} value={made.progress} text={text} />
  }
  return (
    <Notice
      tone="success"
      title={made.fileName ?? ''}
      actions={
        <Button
          size="small"
          variant="primary"
          isBusy={fetching.isPending}
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => fetching.mutate(made)}
        >
          {say('exportDownload')}
        </Button>
      }
    >
      {fetching.isSuccess && say('exportDone')}
    </Notice>
  )
}
