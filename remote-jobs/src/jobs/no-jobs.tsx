import { ButtonLink } from '@errand/shared-ui'
import { useNavigate } from 'react-router-dom'

import { JobPrompt } from '../prompt/job-prompt.tsx'
import styles from './jobs-page.module.css'
import { useWords } from './words/words.ts'

/** Where an owner begins: one sentence, and a job comes back. */
export function NoJobs({ hasDeleted }: { hasDeleted: boolean }) {
  const say = useWords()
  const navigate = useNavigate()
  return (
    <div className={styles['first']}>
      <JobPrompt onSubmit={(prompt) => void navigate('new', { state: { prompt } })} />
      <p className={styles['ways']}>
        <ButtonLink variant="quiet" to="new">
          {say('blank')}
        </ButtonLink>
        {hasDeleted && (
          <ButtonLink variant="quiet" to="?status=archived">
            {say('deletedJobs')}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
