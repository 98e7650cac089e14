import type { Timeline } from '@errand/delivery/rollouts/answers'
import { fullWeight } from '@errand/delivery/rollouts/channel'
import { strongEvidence } from '@errand/delivery/rollouts/evidence'
import { Card, Chart, useFormats } from '@errand/shared-ui'

import { useActionName } from '../change/actions.ts'
import { useWords } from '../words/words.ts'
import { powerScale, shareScale } from './scales.ts'
import { IntervalArea, LimitLine, MarkLines } from './underlays.tsx'
import { wilsonInterval } from './wilson.ts'

type Point = Timeline['points'][number]

/** How a rollout did over time: share, visitors whose page was ready, evidence. */
export function TimelineCharts({ timeline }: { timeline: Timeline }) {
  const say = useWords()
  const { points, version, stable } = timeline
  const labels = useLabels(points)
  const marks = useMarks(timeline)
  const formats = useFormats()
  const shares = shareScale(formats)
  const shared = { kind: 'lines', labels, marks } as const
  const decided = [...marks.texts.keys()]
  const candidateName = say('candidate', { version })
  const rates = [
    { name: candidateName, ...readyRates(points.map(({ candidate }) => candidate)) },
    ...(stable === null
      ? []
      : [
          {
            name: say('stable', { version: stable }),
            ...readyRates(points.map((point) => point.stable)),
          },
        ]),
  ]
  return (
    <>
      <Card>
        <Chart
          {...shared}
          title={say('shareChart')}
          scale={shares}
          underlay={(place) => <MarkLines place={place} at={decided} />}
          series={[
            { name: candidateName, values: points.map(({ weight }) => weight / fullWeight) },
          ]}
        />
      </Card>
      <Card>
        <Chart
          {...shared}
          title={say('readyChart')}
          scale={shares}
          underlay={(place) => (
            <>
              <MarkLines place={place} at={decided} />
              {rates.map(({ name, intervals }, index) => (
                <IntervalArea key={name} {...{ place, intervals, index }} />
              ))}
            </>
          )}
          series={rates}
        />
      </Card>
      <Card>
        <Chart
          {...shared}
          title={say('evidenceChart')}
          scale={powerScale(formats)}
          reach={[strongEvidence]}
          underlay={(place) => (
            <>
              <MarkLines place={place} at={decided} />
              <LimitLine place={place} value={strongEvidence} />
            </>
          )}
          series={[{ name: say('evidence'), values: points.map(({ evidence }) => evidence) }]}
        />
      </Card>
    </>
  )
}

/** The share of visitors whose page was ready, from the start until each point. */
function readyRates(counts: readonly Point['stable'][]) {
  let visitors = 0
  let failed = 0
  const rates = counts.map((count) => {
    visitors += count?.visitors ?? 0
    failed += count?.failed ?? 0
    const ready = visitors - failed
    return {
      value: visitors === 0 ? null : ready / visitors,
      interval: wilsonInterval(ready, visitors),
    }
  })
  return {
    values: rates.map(({ value }) => value),
    intervals: rates.map(({ interval }) => interval),
  }
}

const dayMs = 86_400_000

/** Times alone, or with their days if there would be two of one time. */
function useLabels(points: readonly Point[]): string[] {
  const { time, date } = useFormats()
  const [first, last] = [points[0], points.at(-1)].map((point) => Date.parse(point?.at ?? ''))
  const isLong = Number(last) - Number(first) >= dayMs
  const options = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return points.map(({ at }) => (isLong ? date(at, options) : time(at)))
}

/** The decisions, at the first point that is not before them. */
function useMarks({ points, decisions }: Timeline) {
  const say = useWords()
  const actionName = useActionName()
  const texts = new Map<number, string>()
  for (const { at, action, actor } of decisions) {
    const index = points.findIndex((point) => Date.parse(point.at) >= Date.parse(at))
    const position = index === -1 ? points.length - 1 : index
    const text = `${actionName(action)} (${actor})`
    texts.set(position, [texts.get(position), text].filter(Boolean).join(', '))
  }
  return { name: say('decisions'), texts }
}
