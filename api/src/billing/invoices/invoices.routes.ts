import { idSchema } from '@errand/contract/ids'
import { invoiceSchema } from '@errand/contract/billing/invoice'
import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { Problem } from '../../http/problem.ts'
import { query } from '../../http/query.ts'
import type { Services } from '../../services.ts'
import { findOwnInvoice } from './invoices.repo.ts'
import { invoiceFile } from './send-invoice.ts'

const formatSchema = z.object({ format: z._default(z.enum(['pdf', 'json']), 'pdf') })

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
      const { document, status } = row
      if (c.req.valid('query').format === 'json') return c.json({ ...document, status })
      const { content, contentType, filename } = await invoiceFile(row)
      return c.body(new Uint8Array(content), 200, {
        'cache-control': 'private, no-store',
        'content-type': contentType,
        'content-disposition': `inline; filename="${filename}"`,
      })
    },
  )
}

function readId(c: Context<OwnerEnv, '/invoice/:id'>): string {
  const id = c.req.param('id')
  if (idSchema('invoice').safeParse(id).success) return id
  throw missing()
}

function missing(): Problem {
  return new Problem('not_found', { detail: 'There is no such invoice.' })
}
