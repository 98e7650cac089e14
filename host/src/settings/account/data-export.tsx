import { Button, Card, Notice, Progress, Skeleton, useFormats } from '@errand/shared-ui'
import { Download } from 'lucide-react'

import { useWords } from '../words/words.ts'
import { useDataExport } from './use-data-export.ts'

/** Everything the owner has, as a file. */
export function DataExport() {
  const say = useWords()
  const formats = useFormats()
  const { start, isStarting, made, download, isDownloading, failure, ...found } = useDataExport()
  const isBusy = isStarting || made?.status === 'queued' || made?.status === 'running'
  return (
    <Card title={say('dataExport')} description={say('dataExportHint')}>
      <div>
        <Button isBusy={isBusy} onClick={start}>
          {say('makeExport')}
        </Button>
      </div>
      {isBusy && made !== undefined && (
        <Progress label={say('dataExport')} value={made.progress} text={say('exportRuns')} />
      )}
      {found.isLooking && <Skeleton rows={1} label={say('exportWaits')} />}
      {found.isGone && (
        <Notice tone="warning" role="status">
          {say('exportGone')}
        </Notice>
      )}
      {made?.status === 'ready' && !found.isGone && (
        <Notice
          tone="success"
          role="status"
          actions={
            <Button
              size="small"
              isBusy={isDownloading}
              icon={<Download size={16} aria-hidden="true" />}
              onClick={download}
            >
              {say('download')}
            </Button>
          }
        >
          {say('exportReady', {
            size: formats.number((made.bytes ?? 0) / 1_000_000, {
              style: 'unit',
              unit: 'megabyte',
              maximumFractionDigits: 1,
            }),
          })}
        </Notice>
      )}
      {(failure !== undefined || made?.status === 'failed') && (
        <Notice
          tone="danger"
          role="alert"
          actions={
            found.look !== undefined && (
              <Button size="small" isBusy={found.isFetching} onClick={found.look}>
                {say('retry')}
              </Button>
            )
          }
        >
          {failure ?? say('exportFailed')}
        </Notice>
      )}
    </Card>
  )
}
