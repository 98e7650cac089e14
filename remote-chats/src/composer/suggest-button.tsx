import type { ChatSession } from '@errand/contract/chats/session'
import { IconButton, Popover } from '@errand/shared-ui'
import { Sparkles } from 'lucide-react'

import { useWords } from '../words/words.ts'
import { SuggestPanel } from './suggest-panel.tsx'

/** Has a reply proposed; nothing of it is sent before the owner has read it. */
export function SuggestButton({ session }: { session: ChatSession }) {
  const say = useWords()
  return (
    <Popover
      label={say('suggest')}
      trigger={<IconButton label={say('suggest')} icon={<Sparkles size={16} aria-hidden />} />}
    >
      {(close) => <SuggestPanel session={session} onDone={close} />}
    </Popover>
  )
}
