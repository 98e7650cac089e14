import type { ReleaseSet } from '@errand/contract/release'
import { tabStorage } from '@errand/shared-auth'
import { Button, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

/**
 * A banner above every page that says which releases a preview ticket added, and which were
 * refused.
 */
export function PreviewNotice({ override }: Pick<ReleaseSet, 'override'>) {
  const say = useWords()
  const formats = useFormats()
  if (override === undefined) return null
  const { apps, refused, expiresAt } = override
  // With the date, because a preview may last a week.
  const until = formats.dateTime(expiresAt)
  const sentences = [
    ...(apps.length > 0 ? [say('preview', { apps: apps.join(', '), until })] : []),
    ...(refused.length > 0 ? [say('notPreviewed', { apps: refused.join(', ') })] : []),
  ]
  return (
    <Notice
      role="status"
      actions={
        <Button size="small" onClick={leavePreview}>
          {say('leavePreview')}
        </Button>
      }
    >
      {sentences.join(' ')}
    </Notice>
  )
}

const parameter = 'ticket'
const key = 'errand:ticket'

/**
 * Keeps the ticket of a preview for this tab: navigation inside the page drops it from the address,
 * and a reload needs it. Returns true when the document is reloading with the ticket.
 */
export function keepPreview({ override }: ReleaseSet): boolean {
  const url = new URL(window.location.href)
  const asked = url.searchParams.get(parameter)
  if (asked !== null) {
    // The ticket was not accepted, so it has expired.
    if (override === undefined) tabStorage.removeItem(key)
    else tabStorage.setItem(key, asked)
    return false
  }
  const kept = tabStorage.getItem(key)
  if (kept === null) return false
  url.searchParams.set(parameter, kept)
  window.location.replace(url)
  return true
}

/** Reloads this page without the ticket. */
function leavePreview(): void {
  tabStorage.removeItem(key)
  const url = new URL(window.location.href)
  url.searchParams.delete(parameter)
  window.location.replace(url)
}
