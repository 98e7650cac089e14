import type { JobField } from '@errand/contract/job-field'
import { createJobSchema, type JobContent } from '@errand/contract/jobs'
import { searchTextOf } from '@errand/contract/search-text'

import { derivedColumns } from '../../src/modules/jobs/job-row.ts'
import type { forms, jobs, jobVersions } from '../../src/platform/database/schema.ts'
import { catalogue, type DemoJob } from './catalogue.ts'
import { dayMs, addMs, type DemoAccount } from './demo-account.ts'
import type { QuestionKind } from './languages.ts'

type JobRow = typeof jobs.$inferInsert
type FormRow = typeof forms.$inferInsert
type VersionRow = typeof jobVersions.$inferInsert

/** A job with its form and its published versions, oldest first. */
export interface MadeJob {
  demo: DemoJob
  row: JobRow
  form: FormRow
  versions: VersionRow[]
}

const types = {
  service: 'select',
  date: 'date',
  time: 'time',
  people: 'integer',
  name: 'text',
  note: 'long_text',
} as const satisfies Record<QuestionKind, JobField['type']>

/** On which days after its creation a job was published. */
const publishedAfterDays = [1, 60, 120]

/** The jobs of a demo, in the order of the catalogue. */
export function makeJobs(account: DemoAccount): MadeJob[] {
  return catalogue.map((demo, index) => makeJob(account, demo, index))
}

function makeJob(
  { ownerId, since, now, newId }: DemoAccount,
  demo: DemoJob,
  index: number,
): MadeJob {
  const { status = 'active' as const } = demo
  const createdAt = addMs(since, (index + 1) * 60_000)
  const id = newId('job', createdAt)
  const fields = makeFields(demo, () => newId('field', createdAt))
  const contentOf = (number: number) => makeContent(demo, fields, number)
  const days = status === 'draft' ? [] : publishedAfterDays.slice(0, 1 + (index % 3))
  const versions = days.map((after, at): VersionRow => {
    const publishedAt = addMs(createdAt, after * dayMs)
    const snapshot = { ...contentOf(at + 1), status: 'active' as const }
    const note = at === 0 ? '' : 'Clearer wording'
    return {
      id: newId('jobVersion', publishedAt),
      ownerId,
      jobId: id,
      number: at + 1,
      snapshot,
      author: 'owner',
      note,
      publishedAt,
    }
  })
  const live = versions.at(-1)
  const archivedAt = status === 'archived' ? addMs(now, -4 * dayMs) : null
  const updatedAt = archivedAt ?? live?.publishedAt ?? createdAt
  // The first one has a change that is not published yet.
  const isChanged = index === 0
  const { status: _status, ...content } = contentOf(versions.length + (isChanged ? 1 : 0))
  const row = {
    ...content,
    ...derivedColumns(content),
    id,
    ownerId,
    status,
    version: versions.length + 1,
    liveVersionId: live?.id ?? null,
    hasUnpublishedChanges: isChanged || live === undefined,
    createdAt,
    updatedAt,
    archivedAt,
  }
  return { demo, row, versions, form: makeForm(row, newId('form', createdAt)) }
}

function makeForm(
  { ownerId, id: jobId, name, fields, status, createdAt, updatedAt }: JobRow,
  id: string,
): FormRow {
  const formStatus = {
    draft: 'draft',
    archived: 'inactive',
    active: 'published',
    paused: 'published',
  } as const
  return {
    id,
    ownerId,
    jobId,
    name,
    searchText: searchTextOf(name),
    version: 1,
    status: formStatus[status],
    fields,
    createdAt,
    updatedAt,
  }
}

function makeContent(demo: DemoJob, fields: JobField[], number: number): JobContent {
  const { language } = demo
  return createJobSchema.parse({
    name: demo.name,
    description: demo.description,
    color: demo.color,
    language: language.code,
    instructions: `You take requests for “${demo.name}”. Ask one thing at a time, be brief and kind. Prices are on our page. (Wording ${number})`,
    guardrails: ['Never promise a discount.', 'Give no medical or legal advice.'],
    greeting: language.greeting,
    completionMessage: language.done,
    trigger: demo.trigger,
    fields,
    behaviour: { idleCloseMinutes: idleMinutes, booking: demo.booking },
    handoff: { keywords: [] },
  })
}

/** After how many minutes of silence a chat closes: long enough that the demo has open chats for days. */
export const idleMinutes = 3 * 24 * 60

function makeFields({ asks, language, services }: DemoJob, newFieldId: () => string): JobField[] {
  const options = services.map((label, index) => ({ value: `option_${index + 1}`, label }))
  return asks.map((key, order) => {
    const [label, question] = language.questions[key]
    const common = { id: newFieldId(), key, label, question, order, type: types[key] }
    return {
      ...common,
      required: key !== 'note',
      sensitive: false,
      ...(key === 'service' && { options }),
      ...(key === 'people' && { validation: { min: 1, max: 100 } }),
    }
  })
}
