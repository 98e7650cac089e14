import type { RemoteRelease } from '@errand/contract/release'
import { Notice, Skeleton, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { PartBoundary } from '../../errors/part-boundary.tsx'
import type { LoadExposed } from '../../federation/federation.ts'
import { spoken } from '../../shell/spoken.ts'
import { useWords } from '../words/words.ts'
import { loadWidget } from './load-widget.ts'

interface WidgetsProps {
  remotes: RemoteRelease[]
  load: LoadExposed
}

/** What remotes show of themselves here, each loaded and failing apart. */
export function Widgets({ remotes, load }: WidgetsProps) {
  return remotes
    .filter(({ widget }) => widget !== undefined)
    .map((remote) => <RemoteWidget key={remote.app} {...{ remote, load }} />)
}

function RemoteWidget({ remote, load }: { remote: RemoteRelease; load: LoadExposed }) {
  const say = useWords()
  const { locale } = useSettings()
  const label = spoken(remote, locale)
  const lost = <Notice tone="warning">{say('widgetLost', { label })}</Notice>
  const { data, isError } = useQuery({
    queryKey: ['widget', remote.app, remote.version],
    // In an object: a cached function would be taken for an updater.
    queryFn: async () => ({ Widget: await loadWidget(load, remote) }),
    staleTime: Infinity,
  })
  if (isError) return lost
  if (data === undefined) return <Skeleton rows={1} rowHeight={120} label={label} />
  return (
    <PartBoundary fallback={lost}>
      <data.Widget />
    </PartBoundary>
  )
}
