import {
  formAnswerSchema,
  formListSchema,
  listFormsQuerySchema,
  readFormQuerySchema,
} from '@errand/contract/chats/form'
import { Hono } from 'hono'

import type { Database } from '../../platform/database/database.ts'
import { describeOperation } from '../../platform/docs/describe.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { sendCsv } from '../../platform/http/downloads.ts'
import { readId } from '../../platform/http/read-id.ts'
import { queryString } from '../../platform/http/request-input.ts'
import { recordActivity } from '../account/activity/activity.repo.ts'
import { requireOwner, requireRecentSignIn, requireSignIn } from '../account/require-owner.ts'
import { listForms, readForm } from './forms.service.ts'
import { readResponseTable } from './responses-csv.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  verifyToken: VerifyToken
}

/** /api/chats/forms: the forms of jobs, and the answers of contacts. */
export function formsRoutes({ callSlots, database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>()
    .use(requireSignIn(verifyToken), requireOwner)
    .get(
      '/',
      describeOperation({
        tag: 'Chats',
        summary: 'List the forms',
        leaves: 'nothing',
        description: 'Each job has one; the latest change comes first.',
        answers: { 200: formListSchema },
        problems: [403, 422],
      }),
      queryString(listFormsQuerySchema),
      async (c) => c.json(await listForms(database.queries, c.var.ownerId, c.req.valid('query'))),
    )
    .get(
      '/:id',
      describeOperation({
        tag: 'Chats',
        summary: 'Read a form and what was answered',
        leaves: {
          what: 'all answers to a job',
          code: 'sometimes',
          why: 'for the file with all of them; a page of answers is on the screen',
        },
        description:
          'With `responses=true` a page of answers comes along; chats that answered nothing are left ' +
          'out unless `status=empty` asks for them. `from` and `to` are the days of the last change, ' +
          '`answeredFrom`, `answeredTo` and `when` those that the answers are for, all as days of the ' +
          'owner. `sort` is `updatedAt`, `day`, `contact` or `field:` with a key, with `-` backwards; ' +
          'rows without a value come last. `totals.matching` counts the rows that the filter finds. ' +
          '`format=csv` gives all of them as a file, latest change first whatever `sort` says, and needs a ' +
          'sign-in of the last ten minutes.',
        answers: { 200: formAnswerSchema },
        fileTypes: ['text/csv'],
        problems: [403, 404, 422],
      }),
      queryString(readFormQuerySchema),
      callSlots.limit((c) => (c.req.query('format') === 'csv' ? 'exports' : 'analytics')),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('form', c.req.param('id')) }
        const wanted = c.req.valid('query')
        if (wanted.format === 'csv') {
          requireRecentSignIn(c.var.identity)
          const { name, count, ...table } = await readResponseTable(
            database.queries,
            target,
            wanted,
          )
          await recordActivity(database.queries, {
            ownerId: target.ownerId,
            kind: 'responses_exported',
            actor: c.var.actor,
            detail: { name, count },
          })
          return sendCsv(c, { name, ...table })
        }
        return c.json(await readForm(database.queries, target, wanted))
      },
    )
}
