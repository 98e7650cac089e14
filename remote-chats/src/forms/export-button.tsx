import type { Form } from '@errand/contract/chats/form'
import { userMessage } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import toast from 'react-hot-toast'

import { saveFile } from '../media/save-file.ts'
import { useWords } from '../words/words.ts'
import type { FormFilter } from './form-filter.ts'
import { readFormFile } from './forms.api.ts'

/** Saves what the table shows, all pages of it, for a spreadsheet. */
export function ExportButton({ form, filter }: { form: Form; filter: FormFilter }) {
  const say = useWords()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readFormFile(form.id, filter),
    onSuccess: (file) => saveFile(file, `${form.name}.csv`),
    onError: (error) => toast.error(userMessage(error)),
  })
  return (
    <Button
      variant="primary"
      isBusy={isPending}
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      {say('exportAnswers')}
    </Button>
  )
}
