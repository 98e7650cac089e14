import type { AppAnswer } from '@errand/delivery/rollouts/answers'
import { flagNameOf } from '@errand/delivery/rollouts/channel'
import { Notice, Page, PageHeader, Tabs, useDocumentTitle } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'

import { ChangeDialog, type AskedAction } from '../change/change-dialog.tsx'
import { Live } from '../registry/live.tsx'
import { appQuery, meQuery } from '../registry/registry.api.ts'
import { StateBadge, stateOf, useDescription, useGuardReason } from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'
import { ActionButtons } from './action-buttons.tsx'
import { ErrorsTab } from './errors-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RolloutTab } from './rollout-tab.tsx'

/** One app or flag: how its rollout does, and what can be done about it. */
export function AppPage() {
  const { app = '' } = useParams()
  const say = useWords()
  useDocumentTitle(app)
  const query = useQuery(appQuery(app))
  const { data: me } = useQuery(meQuery())
  const describe = useDescription()
  const [tab, setTab] = useState('rollout')
  const [asked, setAsked] = useState<AskedAction>()
  const { data: row } = query
  // A flag has no pages of which anything could be known.
  const isFlag = flagNameOf(app) !== undefined
  const tabsOfPages = (known: AppAnswer) => [
    { id: 'rollout', label: say('rollout'), content: <RolloutTab row={known} /> },
    { id: 'errors', label: say('errors'), content: <ErrorsTab app={app} /> },
  ]
  return (
    <>
      <PageHeader
        back={<Link to="/">{say('overview')}</Link>}
        title={app}
        status={row && <StateBadge row={row} />}
        description={row && describe(row.channel)}
        actions={
          row && (
            <ActionButtons
              {...{ me }}
              channel={row.channel}
              onAsk={(name) => setAsked({ name, channel: row.channel })}
            />
          )
        }
      />
      <Page>
        <Live query={query}>
          {(known) => (
            <>
              <GuardNotice row={known} />
              <Tabs
                label={app}
                selected={isFlag ? 'history' : tab}
                onSelect={setTab}
                tabs={[
                  ...(isFlag ? [] : tabsOfPages(known)),
                  { id: 'history', label: say('history'), content: <HistoryTab app={app} /> },
                ]}
              />
            </>
          )}
        </Live>
      </Page>
      <ChangeDialog {...{ asked, me }} onClose={() => setAsked(undefined)} />
    </>
  )
}

/** What the guard says. */
function GuardNotice({ row }: { row: AppAnswer }) {
  const reason = useGuardReason()(row)
  if (reason === undefined) return null
  const state = stateOf(row)
  const isBad = state === 'stopped' || state === 'held'
  return (
    <Notice tone={isBad ? 'danger' : 'info'} role="status">
      <p>{reason}</p>
    </Notice>
  )
}
