import { Button, Popover } from '@errand/shared-ui'

import { useWords } from '../job-draft/words/words.ts'
import styles from './proposal.module.css'

/** Says that the built-in rules wrote this, not a model, and how to connect a model. */
export function BuiltInNote() {
  const say = useWords()
  return (
    <div className={styles['note']}>
      <span>{say('builtIn')}</span>{' '}
      <Popover
        label={say('connectModel')}
        trigger={
          <Button size="small" variant="quiet">
            {say('connectHow')}
          </Button>
        }
      >
        <div className={styles['connect']}>
          <h3>{say('connectModel')}</h3>
          <dl>
            {(['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY'] as const).map((name) => (
              <div key={name}>
                <dt>
                  <code dir="ltr">{name}</code>
                </dt>
                <dd>{say(name)}</dd>
              </div>
            ))}
          </dl>
          <p>{say('connectExample')}</p>
          <pre dir="ltr">
            <code>{'AI_BASE_URL=http://localhost:11434/v1 \\\nAI_MODEL=qwen3:8b npm start'}</code>
          </pre>
        </div>
      </Popover>
    </div>
  )
}
