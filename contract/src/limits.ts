/** The largest body of a call, in bytes; a larger one is refused with 413. */
export const maxBodyBytes = 1024 * 1024

/** The largest webhook of the messaging provider, in bytes: it sends up to 3 MB. */
export const maxWebhookBytes = 3 * 1024 * 1024

/** How long a piece of the application's code may take to arrive, in milliseconds. */
export const pieceTimeoutMs = 120_000

/** How long one attempt to get a piece of code may take before the next road is tried, in milliseconds. */
export const attemptTimeoutMs = 15_000

/** How often the edge says on a stream of changes that it is still there, in milliseconds. */
export const edgeHeartbeatMs = 15_000
