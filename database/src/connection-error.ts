/** Network errors, and the classes of SQLSTATE for a server that goes away or takes nobody more. */
const lostConnectionCodes = /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08...|57P0[1-3]|53300)$/
/** The driver gives these no code. */
const lostConnectionMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/

/** Tells a database that cannot be reached from a query it refuses. */
export function isConnectionError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && lostConnectionCodes.test(String(cause.code))) return true
    if (lostConnectionMessages.test(cause.message)) return true
    if (cause instanceof AggregateError) return cause.errors.every(isConnectionError)
  }
  return false
}

/** Tells a disk of the database that has no room left. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '53100') return true
  }
  return false
}
