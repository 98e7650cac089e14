import { paths } from '@errand/contract/paths'
import { buttonClass } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import styles from './message-page.module.css'
import { useWords } from './words/words.ts'

/** Any path that no page has. */
export function NotFoundPage() {
  const say = useWords()
  useDocumentTitle(say('notFound'))
  return (
    <div className={styles['page']}>
      <p className={styles['code']} aria-hidden="true">
        404
      </p>
      <h1>{say('notFound')}</h1>
      <p>{say('notFoundText')}</p>
      <div className={styles['actions']}>
        <Link className={buttonClass('primary')} to={paths.home}>
          {say('goHome')}
        </Link>
        <Link className={buttonClass()} to={paths.dashboard}>
          {say('dashboard')}
        </Link>
      </div>
    </div>
  )
}
