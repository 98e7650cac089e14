import { loopbackOriginSchema } from '@errand/contract/release'
import { iconSchema, remotePlaceSchema } from '@errand/contract/remote'
import * as z from 'zod/mini'

/** A remote that runs on its developer's own machine, as a ticket describes it. */
const localRemoteSchema = z.object({
  origin: loopbackOriginSchema,
  /** Without the path: an app has no other than its own. */
  place: z.extend(z.omit(remotePlaceSchema, { mount: true }), { icon: iconSchema }),
  hasWidget: z.optional(z.boolean()),
  /** The versions of the host's libraries it works with, by name, as semver ranges. */
  requires: z.record(z.string(), z.string()),
})
export type LocalRemote = z.infer<typeof localRemoteSchema>

/** Local remotes by their app; the host cannot be one. */
export const localRemotesSchema = z.record(
  z.string().check(z.regex(/^remote-[a-z\d-]+$/)),
  localRemoteSchema,
)
