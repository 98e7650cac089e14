import { listFormsCall, readFormCall } from '@errand/contract/chats/form'

import type { OwnerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import { sendCsv } from '../../platform/http/downloads.ts'
import { recordActivity } from '../account/activity/activity.repo.ts'
import { requireRecentSignIn } from '../account/require-owner.ts'
import { listForms, readForm } from './forms.service.ts'
import { readResponseTable } from './responses-csv.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
}

/** /api/chats/forms: the forms of jobs, and the answers of contacts. */
export function formsRoutes(on: OwnerCalls, { callSlots, database: { queries } }: Dependencies) {
  on(listFormsCall, {
    summary: 'List the forms',
    leaves: 'nothing',
    description: 'Each job has one; the latest change comes first.',
  }).answer(({ ownerId, query }) => listForms(queries, ownerId, query))
  on(readFormCall, {
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
    fileTypes: ['text/csv'],
    before: callSlots.limit((c) => (c.req.query('format') === 'csv' ? 'exports' : 'analytics')),
  }).answer(async ({ c, ownerId, id, identity, actor, query }) => {
    if (query.format === 'json') return readForm(queries, { ownerId, id }, query)
    requireRecentSignIn(identity)
    const { name, count, ...table } = await readResponseTable(queries, { ownerId, id }, query)
    await recordActivity(queries, {
      ownerId,
      kind: 'responses_exported',
      actor,
      detail: { name, count },
    })
    return sendCsv(c, { name, ...table })
  })
}
