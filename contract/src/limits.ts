/** The largest body of a call, in bytes; a larger one is refused with 413. */
export const maxBodyBytes = 1024 * 1024
