import { VisuallyHidden } from '@errand/shared-ui'
import { diffWordsWithSpace } from 'diff'
import { Fragment, useMemo } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import styles from './changes.module.css'
import type { JobChange } from './job-changes.ts'

/** The changed parts, compared word by word. */
export const ChangeList = ({
  label,
  changes,
}: {
  label: string
  changes: readonly JobChange[]
}) => (
  <dl aria-label={label} className={styles['changes']}>
    {changes.map(({ name, before, after }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <WordDiff before={before} after={after} />
        </dd>
      </div>
    ))}
  </dl>
)

/** A text before and after, compared word by word. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const say = useWords()
  const parts = useMemo(() => diffWordsWithSpace(before.trim(), after.trim()), [before, after])
  return (
    <p className={styles['words']} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        // eslint-disable-next-line react/no-array-index-key -- the parts of one text, in its order
        if (!added && !removed) return <span key={index}>{value}</span>
        const Tag = added ? 'ins' : 'del'
        return (
          // eslint-disable-next-line react/no-array-index-key -- likewise
          <Fragment key={index}>
            <VisuallyHidden>{`${say(added ? 'addedWords' : 'deletedWords')} `}</VisuallyHidden>
            <Tag>{value}</Tag>
          </Fragment>
        )
      })}
    </p>
  )
}
