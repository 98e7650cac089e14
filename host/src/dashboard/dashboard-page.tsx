import { profileQuery } from '@errand/shared-auth'
import { Button, Notice, Page, PageHeader, TwoColumns } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { accountStatsQuery } from '../account/account.queries.ts'
import type { LoadExposed } from '../federation/federation.ts'
import type { Remotes } from '../federation/remotes.ts'
import { useDocumentTitle } from '../shell/use-document-title.ts'
import { BalanceStrip } from './balance-strip.tsx'
import { Figures } from './figures/figures.tsx'
import { SetupChecklist } from './setup-checklist.tsx'
import { Widgets } from './widgets/widgets.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

interface DashboardPageProps {
  remotes: Remotes
  load: LoadExposed
}

/** Where an owner lands: what needs him, what is left to set up, and how things go. */
export function DashboardPage({ remotes, load }: DashboardPageProps) {
  const say = useWords()
  useDocumentTitle(say('dashboard'))
  const { data: user } = useQuery(profileQuery())
  const { data: stats, isError: isLost, isFetching, refetch } = useQuery(accountStatsQuery())
  const name = user?.name ?? ''
  const isSetUp = stats !== undefined && Object.values(stats.setup).every(Boolean)
  const { places } = remotes
  const inMain = places.filter(({ remote }) => remote.dashboard === 'main')
  const beside = places.filter(({ remote }) => remote.dashboard !== 'main')
  const main = (
    <>
      <Widgets places={inMain} {...{ remotes, load }} />
      <Figures />
    </>
  )
  return (
    <>
      <PageHeader
        title={name === '' ? say('dashboard') : say('hello', { name })}
        description={say('description')}
      />
      <Page>
        {stats !== undefined && <BalanceStrip stats={stats} />}
        {stats === undefined && isLost && (
          <Notice
            tone="danger"
            role="alert"
            actions={
              <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
                {say('retry')}
              </Button>
            }
          >
            {say('accountLost')}
          </Notice>
        )}
        {isSetUp && !beside.some(({ remote }) => remote.widget !== undefined) ? (
          main
        ) : (
          <TwoColumns
            aside={
              <Page>
                {stats !== undefined && <SetupChecklist setup={stats.setup} />}
                <Widgets places={beside} {...{ remotes, load }} />
              </Page>
            }
          >
            {main}
          </TwoColumns>
        )}
      </Page>
    </>
  )
}
