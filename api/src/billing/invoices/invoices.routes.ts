import { idSchema } from '@errand/contract/ids'
import { invoiceSchema, type Invoice } from '@errand/contract/billing/invoice'
import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { describe } from '../../docs/describe.ts'
import { readFile } from '../../files/files.service.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { isUnchanged } from '../../http/if-none-match.ts'
import { Problem } from '../../http/problem.ts'
import { query } from '../../http/query.ts'
import type { Services } from '../../services.ts'
import { findOwnInvoice, type InvoiceRow } from './invoices.repo.ts'
import { requireInvoiceFile } from './render-invoice.ts'

const formatSchema = z.object({ format: z._default(z.enum(['pdf', 'json']), 'pdf') })

/** Private and never different; but only who may see it may keep it. */
const caching = 'private, no-cache'

/** /api/billing/invoice: an invoice as a file or as data. */
export function invoiceRoutes({ database }: Pick<Services, 'database'>) {
  return new Hono<OwnerEnv>().get(
    '/invoice/:id',
    describe({
      tag: 'Billing',
      summary: 'Read an invoice',
      description: 'A PDF, or its data with `format=json`. It never changes.',
      answers: { 200: invoiceSchema },
      files: ['application/pdf'],
      problems: [403, 404, 422],
    }),
    query(formatSchema),
    async (c) => {
      const row = await findOwnInvoice(database.queries, c.var.ownerId, readId(c))
      if (row === undefined) throw missing()
      const isData = c.req.valid('query').format === 'json'
      return isData ? c.json(toInvoice(row)) : answerPdf(c, database, row)
    },
  )
}

async function answerPdf(c: Context, database: Services['database'], row: InvoiceRow) {
  const { pdfFileId, pdfSha256 } = await requireInvoiceFile({ database }, row)
  const name = `${row.number.replaceAll('/', '-')}.pdf`
  const headers = { 'cache-control': caching, etag: `"${pdfSha256}"` }
  if (isUnchanged(c, headers.etag)) return c.body(null, 304, headers)
  return c.body(readFile(database, pdfFileId), 200, {
    ...headers,
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}"`,
  })
}

function toInvoice({ document, status, pdfSha256 }: InvoiceRow): Invoice {
  return { ...document, status, pdfSha256 }
}

function readId(c: Context<OwnerEnv, '/invoice/:id'>): string {
  const id = c.req.param('id')
  if (idSchema('invoice').safeParse(id).success) return id
  throw missing()
}

function missing(): Problem {
  return new Problem('not_found', { detail: 'There is no such invoice.' })
}
