import '@errand/shared-ui/testing'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Long, because a slow machine is not a failure.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
