import { IconButton, Popover, Skeleton } from '@errand/shared-ui'
import { Smile } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { useWords } from '../words/words.ts'

const EmojiGrid = lazy(async () => ({ default: (await import('./emoji-grid.tsx')).EmojiGrid }))

/** Puts an emoji where the cursor is. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const say = useWords()
  return (
    <Popover
      label={say('emoji')}
      trigger={<IconButton label={say('emoji')} icon={<Smile size={16} aria-hidden />} />}
    >
      {(close) => (
        <Suspense fallback={<Skeleton label={say('emoji')} />}>
          <EmojiGrid
            onPick={(emoji) => {
              close()
              onPick(emoji)
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}
