import { readInvoiceCall } from '@errand/contract/billing/invoice'
import { callApiForFile, userMessage } from '@errand/shared-auth'
import { saveFile } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

/**
 * Opens a tab for a file that is still to be fetched, on iPhones and iPads, which show files better
 * than they save them. Browsers allow it only while handling the press.
 */
function openTabForFile(): ((blob: Blob | undefined) => void) | undefined {
  if (!isIos()) return undefined
  const tab = window.open('', '_blank')
  if (tab === null) return undefined
  return (blob) => {
    if (blob === undefined) return tab.close()
    const url = URL.createObjectURL(blob)
    tab.location.href = url
    // Revoked after the tab has loaded it, which takes less than a minute.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
}

/** An iPad identifies itself as a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

interface InvoiceDownload {
  id: string
  /** The file name without its extension. */
  name: string
}

/** Fetches an invoice, because a link cannot send the token, and saves or shows it. */
export function useDownloadInvoice() {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({
      id,
      name,
      show,
    }: InvoiceDownload & { show: ReturnType<typeof openTabForFile> }) => {
      try {
        const file = await callApiForFile(readInvoiceCall, { id })
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
    start: (wanted: InvoiceDownload) => mutate({ ...wanted, show: openTabForFile() }),
    isPending,
    /** The id of the invoice that is being downloaded. */
    id: isPending ? variables.id : undefined,
  }
}
