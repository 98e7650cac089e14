import type { JobAnalytics } from '@errand/contract/job-analytics'
import { paths } from '@errand/contract/paths'
import { Card, Chart, Meter, Table, TextLink, useFormats } from '@errand/shared-ui'

import styles from './analytics.module.css'
import { useWords } from './words/words.ts'

/**
 * The charts below the totals: chats over time, the funnel of fields, and reasons for handing over.
 */
export function Figures({ analytics }: { analytics: JobAnalytics }) {
  return (
    <>
      <Series analytics={analytics} />
      <Funnel funnel={analytics.funnel} />
      <div className={styles['pair']}>
        <Reasons reasons={analytics.handoffReasons} />
        <Unanswered questions={analytics.topUnanswered} />
      </div>
      {analytics.feedback !== undefined && <Ratings feedback={analytics.feedback} />}
      <Versions versions={analytics.versions} />
    </>
  )
}

function Series({ analytics: { series } }: { analytics: JobAnalytics }) {
  const say = useWords()
  const formats = useFormats()
  const of = (name: 'started' | 'completed' | 'handedOff') => series.map((day) => day[name])
  return (
    <Card title={say('series')}>
      <Chart
        title={say('byDay')}
        kind="lines"
        labels={series.map(({ date }) =>
          // Noon UTC is the same date in nearly every time zone.
          formats.date(`${date}T12:00:00Z`, { day: 'numeric', month: 'short' }),
        )}
        series={[
          { name: say('started'), values: of('started') },
          { name: say('completed'), values: of('completed') },
          { name: say('handedOff'), values: of('handedOff') },
        ]}
      />
    </Card>
  )
}

const funnelColumns = ['dropOff', 'attemptsAvg', 'corrections', 'ownerEdits'] as const

function Funnel({ funnel }: { funnel: JobAnalytics['funnel'] }) {
  const say = useWords()
  const formats = useFormats()
  const oneDigit = (value: number | null) =>
    value === null ? say('none') : formats.number(value, { maximumFractionDigits: 1 })
  return (
    <Card title={say('funnel')} description={say('funnelHint')}>
      {funnel.length === 0 ? (
        <p className={styles['muted']}>{say('noFields')}</p>
      ) : (
        <Table
          caption={say('funnel')}
          rows={funnel}
          rowKey={({ fieldKey }) => fieldKey}
          columns={[
            { id: 'field', header: say('field'), cell: ({ label }) => <bdi>{label}</bdi> },
            {
              id: 'answered',
              header: say('answered'),
              cell: ({ label, answered, asked }) => (
                <Meter
                  label={label}
                  value={asked === 0 ? 0 : answered / asked}
                  text={say('answeredOf', { answered, asked })}
                />
              ),
            },
            ...funnelColumns.map((id) => ({
              id,
              header: say(id),
              align: 'end' as const,
              cell: (row: JobAnalytics['funnel'][number]) => oneDigit(row[id]),
            })),
          ]}
        />
      )}
    </Card>
  )
}

function Reasons({ reasons }: { reasons: JobAnalytics['handoffReasons'] }) {
  const say = useWords()
  const all = reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={say('reasons')}>
      {reasons.length === 0 && <p className={styles['muted']}>{say('noReasons')}</p>}
      <Shares of={reasons.map(({ reason, count }) => [say(reason), count])} all={all} />
    </Card>
  )
}

function Shares({ of, all }: { of: readonly (readonly [string, number])[]; all: number }) {
  const formats = useFormats()
  return (
    <ul className={styles['rows']}>
      {of.map(([name, count]) => (
        <li key={name}>
          <span>{name}</span>
          <Meter label={name} value={count / all} text={formats.number(count)} />
        </li>
      ))}
    </ul>
  )
}

function Unanswered({ questions }: { questions: JobAnalytics['topUnanswered'] }) {
  const say = useWords()
  return (
    <Card title={say('unanswered')} description={say('unansweredHint')}>
      {questions.length === 0 && <p className={styles['muted']}>{say('noUnanswered')}</p>}
      <ol className={styles['rows']}>
        {questions.map(({ text, count, lastSessionId }) => (
          <li key={text}>
            <TextLink to={`${paths.chats.list}?session=${lastSessionId}`}>
              <bdi>{text}</bdi>
            </TextLink>
            <span className={styles['muted']}>{say('times', { count })}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Versions({ versions }: { versions: JobAnalytics['versions'] }) {
  const say = useWords()
  const formats = useFormats()
  return (
    <Card title={say('versions')}>
      {versions.length === 0 ? (
        <p className={styles['muted']}>{say('noVersions')}</p>
      ) : (
        <Table
          caption={say('versions')}
          rows={versions}
          rowKey={({ number }) => String(number)}
          columns={[
            {
              id: 'version',
              header: say('version'),
              cell: ({ number }) => say('versionNumber', { number }),
            },
            {
              id: 'published',
              header: say('published'),
              cell: ({ publishedAt }) => formats.date(publishedAt),
            },
            {
              id: 'chats',
              header: say('chats'),
              align: 'end',
              cell: ({ sessions }) => formats.number(sessions),
            },
            {
              id: 'rate',
              header: say('completionRate'),
              align: 'end',
              cell: ({ completionRate }) =>
                completionRate === null ? say('none') : formats.percent(completionRate),
            },
          ]}
        />
      )}
    </Card>
  )
}

/** The owner's ratings of the assistant's replies, and the reasons for the bad ones. */
function Ratings({ feedback }: { feedback: NonNullable<JobAnalytics['feedback']> }) {
  const say = useWords()
  const { good, bad, reasons } = feedback
  return (
    <Card title={say('ratings')} description={say('ratingsHint')}>
      {good + bad === 0 ? (
        <p className={styles['muted']}>{say('noRatings')}</p>
      ) : (
        <p>{say('ratingsSum', { good, bad })}</p>
      )}
      <Shares of={reasons.map(({ reason, count }) => [say(`wrong_${reason}`), count])} all={bad} />
    </Card>
  )
}
