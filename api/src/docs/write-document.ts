import { writeFile } from 'node:fs/promises'

import { describeApi } from './api-document.ts'
import { documentFile } from './document-file.ts'
import { createUnopenedApp } from './unopened-api.ts'

// `pnpm --filter @errand/api openapi`: what the routes say of themselves becomes the committed copy.
const document = await describeApi(createUnopenedApp())
await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`)
