import { beforeEach } from 'vitest'

import { setMedia } from './layout.ts'

beforeEach(() => setMedia((query) => query.includes('width >=')))
