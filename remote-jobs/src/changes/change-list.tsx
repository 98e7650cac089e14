import type { JobChange } from './job-changes.ts'
import styles from './changes.module.css'
import { WordDiff } from './word-diff.tsx'
import { useWords } from '../job-draft/words/words.ts'

/** What changes, part by part and word by word. */
export function ChangeList({ label, changes }: { label: string; changes: readonly JobChange[] }) {
  const nameOf = useChangeName()
  return (
    <dl aria-label={label} className={styles['changes']}>
      {changes.map((change) => (
        <div key={nameOf(change)}>
          <dt>{nameOf(change)}</dt>
          <dd>
            <WordDiff before={change.before} after={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a change is about, in words. */
export function useChangeName(): (change: JobChange) => string {
  const say = useWords()
  return ({ about }) =>
    'field' in about ? say('fieldNamed', { name: about.field }) : say(about.part)
}
