import type { RemoteWidget } from '@errand/contract/remote'

import { JobsWidget } from './widget/jobs-widget.tsx'

/** What the dashboard shows of the jobs. */
export const Widget: RemoteWidget['Widget'] = JobsWidget
