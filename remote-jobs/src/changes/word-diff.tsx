import { VisuallyHidden } from '@errand/shared-ui'
import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

import styles from './word-diff.module.css'
import { useWords } from '../job-draft/words/words.ts'

/** What changes in a text, word by word. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const say = useWords()
  const parts = useMemo(() => diffWordsWithSpace(before.trim(), after.trim()), [before, after])
  return (
    <p className={styles['text']} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        // eslint-disable-next-line react/no-array-index-key -- the parts of one text, in its order
        if (!added && !removed) return <span key={index}>{value}</span>
        const Tag = added ? 'ins' : 'del'
        return (
          // eslint-disable-next-line react/no-array-index-key -- likewise
          <Tag key={index}>
            <VisuallyHidden>{say(added ? 'addedWords' : 'deletedWords')} </VisuallyHidden>
            {value}
          </Tag>
        )
      })}
    </p>
  )
}
