import { createJobSchema, type Job, type JobList } from '@errand/contract/jobs'
import type { Page } from 'playwright/test'

const jobCount = 200
const fieldCount = 30

const id = (kind: string, number: number) => `${kind}_${String(number).padStart(26, '0')}`
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const statuses = ['active', 'paused', 'active', 'draft'] as const
const types = ['text', 'date', 'select', 'phone', 'integer', 'long_text'] as const

/** One of two hundred jobs; the first has thirty fields. */
function aJob(index: number): Job {
  const status = statuses[index % statuses.length] ?? 'active'
  const at = new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString()
  return {
    ...createJobSchema.parse({
      name: `Job ${index}`,
      description: `What it does for customers of branch ${index}, in a sentence or two.`,
      instructions: 'Take bookings.\n\nBe kind.\n\nNever promise a price.',
      trigger: { type: 'keyword', keywords: [`word${index}`], match: 'contains' },
      fields: range(index === 0 ? fieldCount : 3).map(aField),
    }),
    status,
    id: id('job', index),
    version: 1,
    formId: id('frm', index),
    formVersion: 1,
    liveVersionId: status === 'draft' ? null : id('ver', index),
    hasUnpublishedChanges: index % 3 === 0,
    stats: { sessions30d: index * 3, completionRate30d: (index % 100) / 100, openSessions: index },
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  }
}

function aField(index: number) {
  const type = types[index % types.length] ?? 'text'
  return {
    key: `field_${index}`,
    label: `Answer ${index}`,
    type,
    required: index < 5,
    order: index,
    sensitive: index % 7 === 0,
    question: `What about number ${index}?`,
    ...(type === 'select' && {
      options: range(6).map((at) => ({ value: `o${at}`, label: `Option ${at}` })),
    }),
    ...(index % 5 === 4 && {
      condition: { fieldKey: `field_${index - 1}`, op: 'answered' as const },
    }),
  }
}

/** The path of the job that has thirty fields. */
export const largeJob = `/jobs/${id('job', 0)}/edit`

/** Gives the page an account of two hundred jobs; what is changed in it stays changed. */
export async function serveManyJobs(page: Page): Promise<void> {
  const jobs = range(jobCount).map(aJob)
  const count = (wanted: Job['status']) => jobs.filter(({ status }) => status === wanted).length
  const list = (query: URLSearchParams): JobList => {
    const [q, status] = [query.get('q')?.toLowerCase() ?? '', query.get('status')]
    return {
      items: jobs
        .filter((job) => job.name.toLowerCase().includes(q) && (!status || job.status === status))
        .map(({ instructions: _instructions, ...summary }) => summary),
      nextCursor: null,
      totals: {
        draft: count('draft'),
        active: count('active'),
        paused: count('paused'),
        archived: 0,
      },
    }
  }
  await page.route(/\/api\/jobs(\?|$)/, (route) =>
    route.fulfill({ json: list(new URL(route.request().url()).searchParams) }),
  )
  await page.route(/\/api\/jobs\/job_[^/?]+(\?|$)/, async (route) => {
    const request = route.request()
    const at = Number(/job_0*(\d+)/.exec(request.url())?.[1])
    const job = jobs[at]
    if (job === undefined) return route.fulfill({ status: 404 })
    if (request.method() === 'GET') return route.fulfill({ json: { job, versions: [] } })
    const { action } = request.postDataJSON() as { action?: string }
    if (action === 'pause' || action === 'resume') {
      job.status = action === 'pause' ? 'paused' : 'active'
    }
    job.version += 1
    return route.fulfill({ json: { success: true, job } })
  })
}
