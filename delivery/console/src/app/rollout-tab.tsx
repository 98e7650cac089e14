import type { AppAnswer } from '@errand/delivery/rollouts/answers'
import type { Arm } from '@errand/delivery/rollouts/channel'
import type { ArmFigures } from '@errand/delivery/rollouts/figures'
import type { ArmCounts, Signal } from '@errand/delivery/rollouts/signal'
import { Card, EmptyState, Page, Table, useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { Live } from '../registry/live.tsx'
import { timelineQuery } from '../registry/registry.api.ts'
import { rolloutSignal } from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'
import styles from './tabs.module.css'
import { TimelineCharts } from './timeline-charts.tsx'

/** How the rollout does, or how the last one did. */
export function RolloutTab({ row }: { row: AppAnswer }) {
  const say = useWords()
  const query = useQuery(timelineQuery(row.app))
  const signal = rolloutSignal(row)
  return (
    <Page>
      {signal !== undefined && <FiguresCard signal={signal} />}
      <Live query={query}>
        {(timeline) =>
          timeline !== null && timeline.points.length > 0 ? (
            <TimelineCharts timeline={timeline} />
          ) : (
            <EmptyState
              drawing="chart"
              title={timeline === null ? say('noTimeline') : say('noVisitors')}
              description={timeline === null ? say('noTimelineHint') : say('noVisitorsHint')}
            />
          )
        }
      </Live>
      {signal !== undefined && <KindsCard arms={signal.arms} />}
    </Page>
  )
}

const counted = ['visitors', 'failed', 'filesMissing', 'silent', 'left'] as const

/** What became of the visitors of both releases. */
function FiguresCard({ signal: { figures } }: { signal: Signal }) {
  const say = useWords()
  const { number } = useFormats()
  const ms = ({ warmP75Ms }: ArmFigures) =>
    warmP75Ms === null ? '–' : say('milliseconds', { number: number(warmP75Ms) })
  const rows = [
    ...counted.map((id) => ({ id, cell: (arm: ArmFigures) => number(arm[id]) })),
    { id: 'warm' as const, cell: ms },
  ]
  const columnOf = (arm: Arm) => ({
    id: arm,
    header: say('arm', { arm }),
    align: 'end' as const,
    cell: ({ cell }: (typeof rows)[number]) => (figures?.[arm] ? cell(figures[arm]) : '–'),
  })
  return (
    <Card title={say('figures')}>
      {figures === undefined ? (
        <p>{say('noFigures')}</p>
      ) : (
        <Table
          caption={say('figures')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'figure',
              header: say('figure'),
              cell: ({ id }) => <span className={styles['name']}>{say(id)}</span>,
            },
            columnOf('candidate'),
            columnOf('stable'),
          ]}
        />
      )}
    </Card>
  )
}

/** Why pages failed, of each release; nothing if none did. */
function KindsCard({ arms }: { arms: readonly ArmCounts[] }) {
  const say = useWords()
  const { number } = useFormats()
  const countOf = (arm: ArmCounts, kind: string) =>
    (arm.failedByKind[kind] ?? 0) + (arm.failedLaterByKind[kind] ?? 0)
  const kinds = new Set(
    arms.flatMap((arm) => [
      ...Object.keys(arm.failedByKind),
      ...Object.keys(arm.failedLaterByKind),
    ]),
  )
  if (kinds.size === 0) return null
  return (
    <Card title={say('kinds')}>
      <Table
        caption={say('kinds')}
        rows={[...kinds]}
        rowKey={(kind) => kind}
        columns={[
          {
            id: 'kind',
            header: say('kind'),
            cell: (kind) => (
              <span className={styles['name']}>
                {say('kindName', { kind: kind.replace('-mode', '') })}
              </span>
            ),
          },
          ...arms.map((arm) => ({
            id: arm.arm,
            header: say('arm', { arm: arm.arm }),
            align: 'end' as const,
            cell: (kind: string) => number(countOf(arm, kind)),
          })),
        ]}
      />
    </Card>
  )
}
