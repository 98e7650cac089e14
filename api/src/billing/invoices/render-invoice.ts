import { deleteFile, writeFile } from '../../files/files.service.ts'
import { drawInWorker } from '../../pdf/draw-in-worker.ts'
import type { Services } from '../../services.ts'
import { findInvoice, lockInvoice, setInvoiceFile, type InvoiceRow } from './invoices.repo.ts'

/** The file of an invoice. */
export interface InvoiceFile {
  pdfFileId: string
  pdfSha256: string
}

/** The task `invoice.render`: draws the file of an invoice, unless it is there already. */
export async function renderInvoice(
  { database }: Pick<Services, 'database'>,
  { invoiceId }: { invoiceId: string },
): Promise<void> {
  const row = await findInvoice(database.queries, invoiceId)
  // Gone with its series only: nothing to draw, and nothing that trying again would change.
  if (row !== undefined) await requireInvoiceFile({ database }, row)
}

/** The invoice's file; it is drawn now if nobody did before. Of two at once one is kept. */
export async function requireInvoiceFile(
  { database }: Pick<Services, 'database'>,
  row: InvoiceRow,
): Promise<InvoiceFile> {
  const present = fileOf(row)
  if (present !== undefined) return present
  const pdf = await drawInWorker(new URL('invoice-pdf.ts', import.meta.url), row.document)
  const name = `${row.number.replaceAll('/', '-')}.pdf`
  const written = await writeFile(database, { name, mimeType: 'application/pdf' }, [pdf])
  return database.transaction(async (queries) => {
    const locked = await lockInvoice(queries, row.id)
    const earlier = locked && fileOf(locked)
    if (earlier !== undefined) {
      await deleteFile(queries, written.id)
      return earlier
    }
    const file = { pdfFileId: written.id, pdfSha256: written.sha256 }
    await setInvoiceFile(queries, row.id, file)
    return file
  })
}

function fileOf({ pdfFileId, pdfSha256 }: InvoiceRow): InvoiceFile | undefined {
  if (pdfFileId === null || pdfSha256 === null) return undefined
  return { pdfFileId, pdfSha256 }
}
