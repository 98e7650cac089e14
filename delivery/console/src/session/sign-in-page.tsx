import {
  Button,
  Card,
  Form,
  FormActions,
  Notice,
  TextField,
  useDocumentTitle,
} from '@errand/shared-ui'
import { useState, type SubmitEvent } from 'react'

import { useWords } from '../words/words.ts'
import { signIn, useSession } from './session.ts'
import styles from './sign-in-page.module.css'

/** Asks for a token that the command line has made. */
export function SignInPage() {
  const { isExpired } = useSession()
  const say = useWords()
  useDocumentTitle(say('console'))
  const [token, setToken] = useState('')
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (token.trim() !== '') signIn(token.trim())
  }
  return (
    <div className={styles['page']}>
      <h1>{say('console')}</h1>
      {isExpired && (
        <Notice tone="warning" role="alert">
          <p>{say('tokenEnded')}</p>
        </Notice>
      )}
      <Card>
        <Form onSubmit={handleSubmit}>
          <TextField
            type="password"
            label={say('token')}
            hint={say('tokenHint')}
            autoComplete="off"
            autoFocus
            dir="ltr"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
          <FormActions>
            <Button type="submit" variant="primary" disabled={token.trim() === ''}>
              {say('signIn')}
            </Button>
          </FormActions>
        </Form>
      </Card>
    </div>
  )
}
