import { productName } from '@errand/contract/product'
import { Button } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import styles from './message-page.module.css'

/** What stands instead of a page whose files were replaced while this tab was open. */
export function NewVersion() {
  useDocumentTitle('New version')
  return (
    <div role="status" className={styles['page']}>
      <h1>A new version of {productName} is here.</h1>
      <p>Reload to go on. Nothing you entered is lost.</p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}
