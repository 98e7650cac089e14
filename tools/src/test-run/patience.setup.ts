import { vi } from 'vitest'

// A busy machine is not a failure: whatever is waited for may take a while, in every project.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** How long is waited for where a test does not say: Vitest has no setting for it. */
const patience = 10_000
const { waitFor, waitUntil } = vi

type Options = number | { timeout?: number; interval?: number }

const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: patience, ...options }

// Where files share a worker this runs again for each of them.
if (waitFor.name !== patientWaitFor.name)
  Object.assign(vi, { waitFor: patientWaitFor, waitUntil: patientWaitUntil })

function patientWaitFor<T>(check: () => T | Promise<T>, options?: Options): Promise<T> {
  return waitFor(check, patient(options))
}

function patientWaitUntil<T>(check: () => T | Promise<T>, options?: Options) {
  return waitUntil(check, patient(options))
}
