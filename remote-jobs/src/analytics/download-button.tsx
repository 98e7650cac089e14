import { userMessage } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import toast from 'react-hot-toast'

import { downloadAnalytics } from './analytics.api.ts'
import { useWords } from './words/words.ts'

interface DownloadButtonProps {
  id: string
  name: string
  query: Record<string, string | number>
}

/** The figures as a file; fetched, because a link cannot say who asks. */
export function DownloadButton({ id, name, query }: DownloadButtonProps) {
  const say = useWords()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadAnalytics(id, query),
    onSuccess: (file) => save(file, `${name} ${query['from']} ${query['to']}.csv`),
    onError: (error) => toast.error(userMessage(error)),
  })
  return (
    <Button icon={<Download size={16} aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      {say('csv')}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
