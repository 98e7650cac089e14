import '@testing-library/jest-dom/vitest'

import { queryClient } from '@errand/shared-auth'
import { cleanup } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { server } from './server.ts'

// jsdom has no media; toasts ask whether motion is welcome.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

afterEach(() => {
  cleanup()
  server.resetHandlers()
  queryClient.clear()
  toast.remove()
  sessionStorage.clear()
})
