import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { getInvoice } from '../account/billing.api.ts'
import { openTabForFile, saveFile } from './save-file.ts'

interface Wanted {
  id: string
  /** The file's name, without its ending. */
  name: string
}

/** Fetches an invoice, which a plain link could not, and has the browser save or show it. */
export function useDownloadInvoice() {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({
      id,
      name,
      show,
    }: Wanted & { show: ReturnType<typeof openTabForFile> }) => {
      try {
        const file = await getInvoice(id)
        if (show === undefined) saveFile(file, `${name.replaceAll('/', '-')}.pdf`)
        else show(file)
      } catch (error) {
        show?.(undefined)
        throw error
      }
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return {
    start: (wanted: Wanted) => mutate({ ...wanted, show: openTabForFile() }),
    isPending,
    /** The invoice under way. */
    id: isPending ? variables.id : undefined,
  }
}
