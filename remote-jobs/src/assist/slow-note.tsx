import { useEffect, useState } from 'react'

import styles from './proposal.module.css'
import type { DraftKind } from './generate.api.ts'
import type { DraftState } from './use-draft.ts'
import { useWords } from './words/words.ts'

const quietMs = 10_000

/** Says so when nothing has come for a while: whoever waits may stop it, or write himself. */
export function SlowNote({ draft }: { draft: DraftState<DraftKind> }) {
  const say = useWords()
  const { texts, fields, status } = draft
  const heard = Object.values(texts).join('').length + fields.length
  const [quietSince, setQuietSince] = useState<number>()
  useEffect(() => {
    if (status !== 'writing') return undefined
    const timer = setTimeout(() => setQuietSince(heard), quietMs)
    return () => clearTimeout(timer)
  }, [heard, status])
  return (
    <p role="status" className={styles['note']}>
      {status === 'writing' && quietSince === heard && say('takesLong')}
    </p>
  )
}
