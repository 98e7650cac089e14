import { pino, type DestinationStream, type Logger } from 'pino'

import type { readSettings } from '../settings.ts'
import { describeError } from './describe-error.ts'

/** The program's log, in JSON lines; the one place that decides what is kept of an error. */
export function createLog(
  level: ReturnType<typeof readSettings>['logLevel'],
  destination?: DestinationStream,
): Logger {
  const options = { level, base: { app: 'api' }, serializers: { err: describeError } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
