import type { JobStatus } from '@errand/contract/jobs'
import { Badge } from '@errand/shared-ui'

const looks = {
  draft: { tone: 'neutral', label: 'Draft' },
  active: { tone: 'success', label: 'Active' },
  paused: { tone: 'warning', label: 'Paused' },
  archived: { tone: 'neutral', label: 'Deleted' },
} as const

/** The words for each state of a job. */
export const statusLabel = (status: JobStatus): string => looks[status].label

/** Where a job stands. */
export function JobStatusBadge({ status }: { status: JobStatus }) {
  const { tone, label } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}
