import type { RemoteWidget } from '@errand/contract/remote'

import { NeedsYou } from './needs-you/needs-you.tsx'

/** What the dashboard shows of the chats: those that wait for their owner. */
export const Widget: RemoteWidget['Widget'] = NeedsYou
