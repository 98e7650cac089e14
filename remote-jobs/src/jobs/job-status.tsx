import type { JobStatus } from '@errand/contract/jobs'
import { Badge } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

const tones = {
  draft: 'neutral',
  active: 'success',
  paused: 'warning',
  archived: 'neutral',
} as const

/** Where a job stands. */
export function JobStatusBadge({ status }: { status: JobStatus }) {
  const say = useWords()
  return <Badge tone={tones[status]}>{say(status)}</Badge>
}
