import type { ReleaseSet } from '@errand/contract/release'
import { Button } from '@errand/shared-ui'

import { Notice } from '../shell/notice.tsx'
import { leavePreview } from './ticket.ts'

/** With the day: a preview may last a week. */
const momentFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Says above every page which other releases a ticket put into it, and which it could not. */
export function PreviewNotice({ override }: Pick<ReleaseSet, 'override'>) {
  if (override === undefined) return null
  const { apps, refused, expiresAt } = override
  const until = momentFormat.format(new Date(expiresAt))
  const sentences = [
    ...(apps.length > 0 ? [`Preview: ${apps.join(', ')} until ${until}`] : []),
    ...(refused.length > 0 ? [`Not previewed, as it cannot run here: ${refused.join(', ')}`] : []),
  ]
  return (
    <Notice role="status" text={sentences.join('. ')}>
      <Button size="small" onClick={leavePreview}>
        Leave preview
      </Button>
    </Notice>
  )
}
