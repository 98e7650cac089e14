import type { Queries } from '../database/database.ts'
import { publishEvent } from '../events/publish-event.ts'
import type { jobs } from '../database/schema.ts'

type Row = Pick<typeof jobs.$inferSelect, 'id' | 'ownerId' | 'status' | 'version'>

/** Tells the owner's pages that a job is another one now. */
export async function tellOfJob(queries: Queries, job: Row): Promise<void> {
  const { id, ownerId, status, version } = job
  await publishEvent(queries, {
    ownerId,
    type: 'job.updated',
    data: { jobId: id, status, version },
  })
}
