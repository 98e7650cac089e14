import type { ErrorRow } from '@errand/delivery/rollouts/answers'
import { EmptyState, RelativeTime, Table, useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { Live } from '../registry/live.tsx'
import { errorsQuery } from '../registry/registry.api.ts'
import { useWords } from '../words/words.ts'
import styles from './tabs.module.css'

/** The uncaught errors of an app's releases, the most frequent first. */
export function ErrorsTab({ app }: { app: string }) {
  const say = useWords()
  const { number } = useFormats()
  const query = useQuery(errorsQuery(app))
  return (
    <Live query={query}>
      {({ errors }) =>
        errors.length === 0 ? (
          <EmptyState drawing="list" title={say('noErrors')} description={say('noErrorsHint')} />
        ) : (
          <Table
            caption={say('errors')}
            rows={errors}
            rowKey={(row) => [row.version, row.message, row.file, row.line, row.column].join(' ')}
            columns={[
              {
                id: 'message',
                header: say('message'),
                cell: ({ message }) => (
                  <bdi lang="en" className={styles['text']}>
                    {message}
                  </bdi>
                ),
              },
              {
                id: 'pages',
                header: say('pages'),
                align: 'end',
                cell: ({ count }) => number(count),
              },
              { id: 'release', header: say('release'), cell: ({ version }) => version },
              {
                id: 'place',
                header: say('place'),
                cell: (row) => <bdi dir="ltr">{placeOf(row)}</bdi>,
              },
              {
                id: 'first',
                header: say('first'),
                cell: (row) => <RelativeTime at={row.firstAt} />,
              },
              { id: 'last', header: say('last'), cell: (row) => <RelativeTime at={row.lastAt} /> },
            ]}
          />
        )
      }
    </Live>
  )
}

/** Where an error is: in the source if its release says so, else in the built file. */
function placeOf(row: ErrorRow): string {
  const { file, line, column } = row.source ?? row
  return file === '' ? '–' : `${file}:${line}:${column}`
}
