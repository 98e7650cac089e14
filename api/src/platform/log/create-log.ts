import {
  pino,
  type DestinationStream,
  type LevelWithSilent,
  type Logger,
  type LoggerOptions,
} from 'pino'

/**
 * The program's log, in JSON lines; the one place that decides what is logged of an error. Warnings
 * about an error that `isKnown` are dropped.
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream = standardOutput(),
  isKnown: (error: unknown) => boolean = () => false,
): Logger {
  const options: LoggerOptions = {
    level,
    base: { app: 'api' },
    serializers: { err: describeError },
    hooks: {
      logMethod(args, method, levelNumber) {
        if (levelNumber === pino.levels.values['warn'] && isKnown(errorOf(args))) return
        method.apply(this, args)
      },
    },
  }
  return pino(options, destination)
}

function errorOf([details]: unknown[]): unknown {
  return typeof details === 'object' && details !== null && 'err' in details && details.err
}

/** How many bytes of unwritten lines are buffered while the output is blocked. */
const maxUnwritten = 1_000_000

/** A full disk or a closed pipe must not end the program. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwritten })
  output.on('error', () => {})
  return output
}

/** An error without what people wrote. */
interface ErrorDescription {
  type: string
  message: string
  code?: string | number
  /** Only the frames: the first lines of a stack repeat the original message. */
  stack: string
  cause?: ErrorDescription
  /** The errors of an AggregateError. */
  errors?: ErrorDescription[]
}

const maxCauses = 5
const maxErrors = 10

/**
 * What the log and the queue keep of an error. Errors of queries, of the database and of the mail
 * library hold values, rows and addresses; so only the members listed here are kept.
 */
function describeError(error: unknown, causes = maxCauses): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: messageOf(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: framesOf(error),
    ...(error.cause !== undefined &&
      causes > 0 && { cause: describeError(error.cause, causes - 1) }),
    ...(error instanceof AggregateError &&
      causes > 0 && { errors: describeAll(error.errors, causes - 1) }),
  }
}

function describeAll(errors: unknown[], causes: number): ErrorDescription[] {
  return errors.slice(0, maxErrors).map((error) => describeError(error, causes))
}

/** The same as an error object, for libraries that store all members of an error. */
export function withoutPersonalData(error: unknown): Error {
  const { type, message, stack } = describeError(error)
  const bare = new Error(message)
  bare.name = type
  bare.stack = `${type}: ${message}\n${stack}`
  return bare
}

function messageOf(error: Error): string {
  // Node's error for a host with several addresses, none of which answers, has no message.
  if (error.message === '' && 'code' in error) return String(error.code)
  // A mail server's response names senders and recipients.
  if ('response' in error || 'rejected' in error) {
    const { responseCode } = error as { responseCode?: unknown }
    return `The mail server answered ${typeof responseCode === 'number' ? responseCode : 'no'}`
  }
  const [message = ''] = error.message.split('\nparams:')
  // PostgreSQL shows the value that it could not read, `invalid input syntax for type date: "…"`.
  return 'severity' in error ? message.replace(/: ".*$/s, '') : message
}

function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message)
  return stack
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n')
}
