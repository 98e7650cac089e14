import { vi } from 'vitest'

import { expectationMs } from './project.ts'

// How long `vi.waitFor` waits where a test does not say: Vitest has no setting for it.
const { waitFor, waitUntil } = vi

type Options = number | { timeout?: number; interval?: number }

const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: expectationMs, ...options }

// Where files share a worker this runs again for each of them.
if (waitFor.name !== patientWaitFor.name)
  Object.assign(vi, { waitFor: patientWaitFor, waitUntil: patientWaitUntil })

function patientWaitFor<T>(check: () => T | Promise<T>, options?: Options): Promise<T> {
  return waitFor(check, patient(options))
}

function patientWaitUntil<T>(check: () => T | Promise<T>, options?: Options) {
  return waitUntil(check, patient(options))
}
