import type { AppRow } from '@errand/delivery/rollouts/answers'
import { EmptyState, List, ListRow, PageHeader, Page, useDocumentTitle } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { Live } from '../registry/live.tsx'
import { appsQuery } from '../registry/registry.api.ts'
import {
  StateBadge,
  urgencyOf,
  useNextStep,
  useGuardReason,
  useRuns,
} from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'
import styles from './overview-page.module.css'

/** All apps and flags: how their rollouts stand. */
export function OverviewPage() {
  const say = useWords()
  useDocumentTitle(say('rollouts'))
  const query = useQuery(appsQuery())
  return (
    <>
      <PageHeader title={say('rollouts')} description={say('rolloutsHint')} />
      <Page>
        <Live query={query}>
          {({ apps }) =>
            apps.length === 0 ? (
              <EmptyState drawing="list" title={say('noApps')} description={say('noAppsHint')} />
            ) : (
              <List label={say('rollouts')}>
                {apps
                  .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
                  .map((row) => (
                    <AppListRow key={row.app} row={row} />
                  ))}
              </List>
            )
          }
        </Live>
      </Page>
    </>
  )
}

function AppListRow({ row }: { row: AppRow }) {
  const runs = useRuns()
  const next = useNextStep()(row.channel)
  const reason = useGuardReason()(row)
  return (
    <ListRow
      title={
        <div className={styles['lines']}>
          <Link to={`/apps/${encodeURIComponent(row.app)}`}>
            <bdi>{row.app}</bdi>
          </Link>
          <p>{runs(row.channel)}</p>
          {reason !== undefined && <p>{reason}</p>}
          {next !== undefined && <p>{next}</p>}
        </div>
      }
      end={
        <div className={styles['badges']}>
          <StateBadge row={row} />
        </div>
      }
    />
  )
}
