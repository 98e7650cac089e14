import { Button } from '@errand/shared-ui'
import { useEffect, useRef } from 'react'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import styles from './changes.module.css'
import { jobChanges } from './job-changes.ts'

interface ConflictNoticeProps {
  theirs: JobFormValues
  mine: JobFormValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows how the copy saved elsewhere differs from this form; the owner chooses which to keep. */
export function ConflictNotice({ theirs, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const say = useWords()
  // The notice may be far above the button that was pressed, so it takes the focus.
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} role="alert" className={styles['conflict']}>
      <div>
        <h2>{say('conflictTitle')}</h2>
        <p className={styles['muted']}>{say('conflictHint')}</p>
      </div>
      <div className={styles['sides']}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('differs')}</th>
              <th scope="col">{say('elsewhere')}</th>
              <th scope="col">{say('here')}</th>
            </tr>
          </thead>
          <tbody>
            {jobChanges(theirs, mine).map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td dir="auto">{before || say('nothing')}</td>
                <td dir="auto">{after || say('nothing')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['choices']}>
        <Button variant="primary" onClick={onKeepMine}>
          {say('keepMine')}
        </Button>
        <Button onClick={onTakeTheirs}>{say('loadTheirs')}</Button>
      </div>
    </div>
  )
}
