import { paths } from '@errand/contract/paths'
import { buttonClass } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import styles from './message-page.module.css'

/** Any path that no page has. */
export function NotFoundPage() {
  useDocumentTitle('Page Not Found')
  return (
    <div className={styles['page']}>
      <p className={styles['code']} aria-hidden="true">
        404
      </p>
      <h1>Page Not Found</h1>
      <p>The page you're looking for doesn't exist.</p>
      <div className={styles['actions']}>
        <Link className={buttonClass('primary')} to={paths.home}>
          Go Home
        </Link>
        <Link className={buttonClass()} to={paths.dashboard}>
          Dashboard
        </Link>
      </div>
    </div>
  )
}
