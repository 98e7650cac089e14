import '@errand/shared-ui/testing'
import '@testing-library/jest-dom/vitest'

import { queryClient, setFlags } from '@errand/shared-auth'
import { cleanup, configure } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import { setMedia } from './layout.ts'
import { server } from './server.ts'

// A busy machine is not a failure.
configure({ asyncUtilTimeout: 60_000 })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

beforeEach(() => setMedia((query) => query.includes('width >=')))

afterEach(() => {
  cleanup()
  server.resetHandlers()
  queryClient.clear()
  setFlags({})
  toast.remove()
  sessionStorage.clear()
  localStorage.clear()
})
