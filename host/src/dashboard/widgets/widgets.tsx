import { Notice, Skeleton, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { PartBoundary } from '../../errors/part-boundary.tsx'
import { avoid } from '../../federation/avoid.ts'
import { isCodeAtFault } from '../../federation/code-at-fault.ts'
import type { Place } from '../../federation/remotes.ts'
import { spoken } from '../../shell/spoken.ts'
import { useWords } from '../words/words.ts'
import { loadWidget, type WidgetLoader } from './load-widget.ts'

/** What remotes show of themselves at these places, each loaded and failing apart. */
export function Widgets({ places, ...loader }: WidgetLoader & { places: Place[] }) {
  return places
    .filter(({ remote }) => remote.widget !== undefined)
    .map((place) => <RemoteWidget key={place.remote.app} {...{ place, loader }} />)
}

function RemoteWidget({ place, loader }: { place: Place; loader: WidgetLoader }) {
  const { remote } = place
  const say = useWords()
  const { locale } = useSettings()
  // Of widgets alone: one that breaks says nothing of the pages of its release, which may be open.
  const [broken, setBroken] = useState<string[]>([])
  const { data, isError } = useQuery({
    queryKey: ['widget', remote.app, remote.version, ...broken],
    queryFn: () => loadWidget(loader, place, broken),
    staleTime: Infinity,
  })
  const label = spoken(remote, locale)
  const lost = <Notice tone="warning">{say('widgetLost', { label })}</Notice>
  if (isError) return lost
  if (data === undefined) return <Skeleton rows={1} rowHeight={120} label={label} />
  const [release, Widget] = data
  const onError = (error: unknown) => {
    if (!isCodeAtFault(error)) return
    avoid(remote, [release])
    setBroken([...broken, release.version])
  }
  return (
    <PartBoundary key={release.version} fallback={lost} onError={onError}>
      <Widget />
    </PartBoundary>
  )
}
