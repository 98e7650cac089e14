import { productName } from '@errand/contract/product'
import { Button } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import styles from './message-page.module.css'
import { useWords } from './words/words.ts'

/** What stands instead of a page whose files were replaced while this tab was open. */
export function NewVersion() {
  const say = useWords()
  useDocumentTitle(say('newVersion'))
  return (
    <div role="status" className={styles['page']}>
      <h1>{say('newVersionHere', { product: productName })}</h1>
      <p>{say('newVersionText')}</p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {say('reload')}
        </Button>
      </div>
    </div>
  )
}
