import { Card, Chart, Meter, Progress, Stat, Stats, useFormats } from '../../../src/index.ts'
import { Grid, Specimen } from '../specimen.tsx'

const days = Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2026, 10, day + 1, 12)))
const wave = (at: number, height: number, pace: number) =>
  Math.round(height * (1.4 + Math.sin(at / pace) + Math.sin(at * 1.7) / 3))
const assistant = days.map((_day, at) => wave(at, 60, 4))
const owner = days.map((_day, at) => wave(at, 14, 3))
const templates = days.map((_day, at) => (at % 6 === 0 ? 22 : 4))

/** What is counted. */
export function Numbers() {
  const formats = useFormats()
  const labels = days.map((day) => formats.date(day, { day: 'numeric', month: 'short' }))
  return (
    <>
      <Stats>
        <Stat
          label="Messages"
          value={formats.number(12_480)}
          delta={0.12}
          since="than last month"
        />
        <Stat
          label="First answer"
          value={formats.duration(95 * 60_000)}
          delta={-0.3}
          isLessBetter
          since="than last month"
        />
        <Stat label="Balance" value={formats.money(99_950n, 'INR')} hint="≈ 4,997 messages" />
        <Stat label="Handed over" value={formats.percent(0.083, 1)} delta={0.04} isLessBetter />
      </Stats>
      <Grid>
        <Card>
          <Chart
            title="Messages by author"
            labels={labels}
            series={[
              { name: 'Assistant', values: assistant },
              { name: 'You', values: owner },
              { name: 'Templates', values: templates },
            ]}
          />
        </Card>
        <Card>
          <Chart
            title="Completed chats"
            kind="lines"
            labels={labels}
            series={[
              { name: 'Version 3', values: owner },
              { name: 'Version 2', values: templates },
            ]}
          />
        </Card>
        <Specimen title="Meters">
          <Meter label="Completed" value={0.72} text="18 of 25" />
          <Meter label="Credit" value={0.12} text="12% left" tone="warning" />
          <Progress label="Export" value={0.4} text="40%" />
          <Progress label="Import" />
        </Specimen>
      </Grid>
    </>
  )
}
