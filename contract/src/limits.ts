/** The largest body of a call, in bytes; a larger one is refused with 413. */
export const maxBodyBytes = 1024 * 1024

/** The largest archive that an import of an account takes, in bytes. */
export const maxImportBytes = 16 * 1024 * 1024

/** The largest webhook of the messaging provider, in bytes: it sends up to 3 MB. */
export const maxWebhookBytes = 3 * 1024 * 1024

/** How long loading a piece of the application's code may take in all, in milliseconds. */
export const pieceTimeoutMs = 120_000

/** How long one attempt to load code may take before the next candidate is tried, in milliseconds. */
export const attemptTimeoutMs = 15_000

/** How often the edge sends a heartbeat on its stream of changes, in milliseconds. */
export const edgeHeartbeatMs = 15_000
