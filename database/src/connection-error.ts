/** Network errors, and the SQLSTATE codes of a server that shuts down or has no free connections. */
const lostConnectionCodes = /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08...|57P0[1-3]|53300)$/
/** The driver gives these no code. */
const lostConnectionMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/

/** Whether an error means that the database cannot be reached, and not that it refused a query. */
export function isConnectionError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && lostConnectionCodes.test(String(cause.code))) return true
    if (lostConnectionMessages.test(cause.message)) return true
    if (cause instanceof AggregateError) return cause.errors.every(isConnectionError)
  }
  return false
}

/** Whether an error means that the database's disk is full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, '53100')

/** Whether an error means that a query was cancelled, as it is when it takes too long. */
export const isQueryCancelled = (error: unknown): boolean => hasCode(error, '57014')

function hasCode(error: unknown, code: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === code) return true
  }
  return false
}
