import type { Timeline } from '@errand/delivery/rollouts/answers'
import { fullWeight } from '@errand/delivery/rollouts/channel'
import { strongEvidence } from '@errand/delivery/rollouts/evidence'
import { Card, Chart, useFormats } from '@errand/shared-ui'

import { useActionName } from '../change/actions.ts'
import { useWords } from '../words/words.ts'
import { evidenceScale, rateScale, shareScale, wilsonInterval } from './scales.ts'

type Point = Timeline['points'][number]

/** How a rollout did over time: share, visitors whose page was ready, evidence. */
export function TimelineCharts({ timeline }: { timeline: Timeline }) {
  const say = useWords()
  const { points, version, stable } = timeline
  const formats = useFormats()
  const shared = { kind: 'lines', labels: useLabels(points), marks: useMarks(timeline) } as const
  const candidateName = say('candidate', { version })
  const candidate = { name: candidateName, ...readyRates(points.map((point) => point.candidate)) }
  const shares = points.map(({ weight }) => weight / fullWeight)
  const charts = [
    {
      title: say('shareChart'),
      scale: shareScale(formats),
      series: [{ name: candidateName, values: shares }],
    },
    {
      title: say('readyChart'),
      scale: rateScale(formats),
      series:
        stable === null
          ? [candidate]
          : [
              candidate,
              {
                name: say('stable', { version: stable }),
                ...readyRates(points.map((point) => point.stable)),
              },
            ],
    },
    {
      title: say('evidenceChart'),
      scale: evidenceScale(formats),
      limit: strongEvidence,
      series: [{ name: say('evidence'), values: points.map(({ evidence }) => evidence) }],
    },
  ]
  return charts.map((chart) => (
    <Card key={chart.title}>
      <Chart {...shared} {...chart} />
    </Card>
  ))
}

/** The share of visitors whose page was ready, from the start until each point. */
function readyRates(counts: readonly Point['stable'][]) {
  let visitors = 0
  let ready = 0
  const rates = counts.map((count) => {
    visitors += count?.visitors ?? 0
    ready += count?.ready ?? 0
    return { ready, visitors, value: visitors === 0 ? null : ready / visitors }
  })
  return {
    values: rates.map(({ value }) => value),
    intervals: rates.map((rate) => wilsonInterval(rate.ready, rate.visitors)),
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
