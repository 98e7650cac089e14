import type { AuditRow } from '@errand/delivery/rollouts/answers'
import { channelSchema } from '@errand/delivery/rollouts/channel'
import { EmptyState, RelativeTime, Table } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useActionName } from '../change/actions.ts'
import { Live } from '../registry/live.tsx'
import { historyQuery } from '../registry/registry.api.ts'
import { useRuns } from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'
import styles from './tabs.module.css'

/** Who changed an app, what and why; the newest change first. */
export function HistoryTab({ app }: { app: string }) {
  const say = useWords()
  const actionName = useActionName()
  const runsAfter = useRunsAfter()
  const query = useQuery(historyQuery(app))
  return (
    <Live query={query}>
      {({ audit }) =>
        audit.length === 0 ? (
          <EmptyState drawing="list" title={say('noHistory')} description={say('noHistoryHint')} />
        ) : (
          <Table
            caption={say('history')}
            rows={audit}
            rowKey={({ at, action }) => `${at} ${action}`}
            columns={[
              { id: 'time', header: say('time'), cell: ({ at }) => <RelativeTime at={at} /> },
              { id: 'actor', header: say('actor'), cell: ({ actor }) => <bdi>{actor}</bdi> },
              { id: 'action', header: say('action'), cell: ({ action }) => actionName(action) },
              { id: 'after', header: say('after'), cell: runsAfter },
              {
                id: 'reason',
                header: say('reason'),
                cell: ({ reason }) => <bdi className={styles['text']}>{reason ?? '–'}</bdi>,
              },
            ]}
          />
        )
      }
    </Live>
  )
}

/** Who ran what after a change; nothing for what changed no release. */
function useRunsAfter(): (row: AuditRow) => string {
  const runs = useRuns()
  return ({ after }) => {
    const channel = channelSchema.safeParse(after).data
    return channel === undefined ? '–' : runs(channel)
  }
}
