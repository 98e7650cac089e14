import type { ChatSession } from '@errand/contract/chats/session'
import { Notice, Button, useFormats } from '@errand/shared-ui'

import { SaveMenu } from '../saved/save-menu.tsx'
import { useWords } from '../words/words.ts'

/** What is remembered of a chat that is saved for later. */
export function SavedCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { savedForLater, remindAt, savedNote } = session
  if (!savedForLater) return null
  return (
    <Notice
      title={
        remindAt === undefined
          ? say('savedForLater')
          : say('remindsAt', { when: formats.dateTime(remindAt) })
      }
      actions={
        <SaveMenu session={session} trigger={<Button size="small">{say('change')}</Button>} />
      }
    >
      {savedNote !== undefined && savedNote !== '' && <p dir="auto">{savedNote}</p>}
    </Notice>
  )
}
