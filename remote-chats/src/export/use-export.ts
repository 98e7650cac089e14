import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { saveFile } from '../media/save-file.ts'
import { exportChats, readExportFile, type ExportRequest } from './export.api.ts'
import { exportQuery } from './export.queries.ts'

/** Exports chats and has the browser save the file, at once or when it is ready. */
export function useExport() {
  const [exportId, setExportId] = useState<string>()
  const start = useMutation({
    mutationFn: (request: ExportRequest) => exportChats(request),
    onSuccess: (answer) => {
      if ('file' in answer) saveFile(answer.file, answer.name)
      else setExportId(answer.exportId)
    },
  })
  const { data: job } = useQuery(exportQuery(exportId))
  const fetchFile = useMutation({
    mutationFn: readExportFile,
    onSuccess: ({ file, name }) => saveFile(file, name),
  })
  const { mutate } = fetchFile
  const fetched = useRef<string>(undefined)
  useEffect(() => {
    if (job?.status !== 'ready' || fetched.current === job.id) return
    fetched.current = job.id
    mutate(job)
  }, [job, mutate])
  const isRunning = exportId !== undefined && !fetchFile.isSuccess && job?.status !== 'failed'
  return {
    start: start.mutate,
    isBusy: start.isPending || isRunning,
    isRunning,
    progress: job?.progress,
    isDone: (start.isSuccess && exportId === undefined) || fetchFile.isSuccess,
    hasFailed: job?.status === 'failed',
    error: start.error ?? fetchFile.error,
  }
}
