import { renderInvoice } from '../billing/invoices/render-invoice.ts'
import { createSendMessage } from '../channel/send-message.ts'
import { makeChatsFile } from '../chats/export/make-chats-file.ts'
import { createMakeExport } from '../exports/make-export.ts'
import type { Services } from '../services.ts'
import type { TaskHandlers } from './queue.ts'

/** What the handlers work with. */
export type TaskServices = Pick<Services, 'database' | 'channels' | 'billing'>

/** What does each kind of work; a kind that is missing here waits in the queue. */
export function createTaskHandlers({
  database,
  channels,
  billing,
}: TaskServices): Partial<TaskHandlers> {
  return {
    'message.send': createSendMessage({ database, channels, meter: billing.meter }),
    'export.make': createMakeExport(database, { chats: makeChatsFile }),
    'invoice.render': (task) => renderInvoice({ database }, task),
  }
}
