import type { ReleaseSet } from '@errand/contract/release'
import { Button } from '@errand/shared-ui'

import { Notice } from '../shell/notice.tsx'
import { leavePreview } from './ticket.ts'

/** Says above every page that a ticket put other releases into it. */
export function PreviewNotice({ override }: Pick<ReleaseSet, 'override'>) {
  if (override === undefined) return null
  const { apps, expiresAt } = override
  const until = new Date(expiresAt).toLocaleTimeString(undefined, { timeStyle: 'short' })
  return (
    <Notice role="status" text={`Preview: ${apps.join(', ')} until ${until}`}>
      <Button size="small" onClick={leavePreview}>
        Leave preview
      </Button>
    </Notice>
  )
}
