import type { InvoiceRow } from '@errand/contract/billing/invoice'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { getInvoice } from '../account/billing.api.ts'
import { saveFile } from './save-file.ts'

/** Fetches invoices one after the other and saves them as one archive. */
export function useDownloadAll() {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ invoices, name }: { invoices: InvoiceRow[]; name: string }) => {
      const { zipSync } = await import('fflate')
      const files: Record<string, Uint8Array> = {}
      for (const { id, number } of invoices) {
        const file = await getInvoice(id)
        files[`${number.replaceAll('/', '-')}.pdf`] = new Uint8Array(await file.arrayBuffer())
      }
      // A PDF is packed already.
      const archive = zipSync(files, { level: 0 })
      saveFile(new Blob([archive], { type: 'application/zip' }), `${name}.zip`)
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return { start: mutate, isPending }
}
