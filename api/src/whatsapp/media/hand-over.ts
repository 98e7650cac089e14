import { buffer } from 'node:stream/consumers'

import type { MessageRow } from '../../chats/rows.ts'
import type { Database } from '../../database/database.ts'
import { readFile } from '../../files/files.service.ts'
import type { GraphAccess } from '../graph/graph-call.ts'
import { uploadMedia } from '../graph/graph-media.ts'
import type { Ready } from '../to-graph-message.ts'

/** Gives a file of ours to the provider, who sends it by the id that he answers with. */
export async function handOver(
  database: Database,
  access: GraphAccess,
  { id, mimeType, fileName = 'file' }: NonNullable<MessageRow['media']>,
): Promise<NonNullable<Ready['media']>> {
  const bytes = await buffer(readFile(database, id))
  const file = new File([new Uint8Array(bytes)], fileName, { type: mimeType })
  return { id: await uploadMedia(access, file), kind: kindOf(mimeType), fileName }
}

/** What the provider shows in the chat itself; everything else is a document. */
function kindOf(mimeType: string): NonNullable<Ready['media']>['kind'] {
  if (/^image\/(jpeg|png)$/.test(mimeType)) return 'image'
  if (/^video\/(mp4|3gpp)$/.test(mimeType)) return 'video'
  if (/^audio\/(aac|mp4|mpeg|amr|ogg|opus)/.test(mimeType)) return 'audio'
  return 'document'
}
