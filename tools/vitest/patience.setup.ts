import { vi } from 'vitest'

import { expectationMs } from './project.ts'

// The default timeout of `vi.waitFor`, for which Vitest has no setting.
const { waitFor, waitUntil } = vi

type Options = number | { timeout?: number; interval?: number }

const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: expectationMs, ...options }

// With shared workers this runs again for each file.
if (waitFor.name !== patientWaitFor.name)
  Object.assign(vi, { waitFor: patientWaitFor, waitUntil: patientWaitUntil })

function patientWaitFor<T>(check: () => T | Promise<T>, options?: Options): Promise<T> {
  return waitFor(check, patient(options))
}

function patientWaitUntil<T>(check: () => T | Promise<T>, options?: Options) {
  return waitUntil(check, patient(options))
}
