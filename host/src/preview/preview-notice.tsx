import type { ReleaseSet } from '@errand/contract/release'
import { Button, useFormats } from '@errand/shared-ui'

import { PageNotice } from '../shell/notices.tsx'
import { useWords } from '../shell/words/words.ts'
import { leavePreview } from './ticket.ts'

/** Says above every page which other releases a ticket put into it, and which it could not. */
export function PreviewNotice({ override }: Pick<ReleaseSet, 'override'>) {
  const say = useWords()
  const formats = useFormats()
  if (override === undefined) return null
  const { apps, refused, expiresAt } = override
  // With the day: a preview may last a week.
  const until = formats.dateTime(expiresAt)
  const sentences = [
    ...(apps.length > 0 ? [say('preview', { apps: apps.join(', '), until })] : []),
    ...(refused.length > 0 ? [say('notPreviewed', { apps: refused.join(', ') })] : []),
  ]
  return (
    <PageNotice role="status" text={sentences.join(' ')}>
      <Button size="small" onClick={leavePreview}>
        {say('leavePreview')}
      </Button>
    </PageNotice>
  )
}
