import { readFile, writeFile } from 'node:fs/promises'

import { apiContract } from '@errand/contract/api-contract'

import { describeCommitted } from './api-document.ts'
import { isDayForgotten, type MarkedDocument } from './contract-mark.ts'
import { documentFile } from './document-file.ts'
import { createUnopenedApp } from './unopened-api.ts'

// `pnpm --filter @errand/api openapi`: what the routes say of themselves becomes the committed copy.
const document = await describeCommitted(createUnopenedApp())
const known = JSON.parse(await readFile(documentFile, 'utf8')) as MarkedDocument
const today = new Date().toISOString().slice(0, 10)

if (isDayForgotten(known.info['x-contract'], document.info['x-contract'], today)) {
  process.stderr.write(
    `The calls have changed since ${apiContract}. Write ${today} in contract/src/api-contract.ts, and try again.\n`,
  )
  process.exitCode = 1
} else await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`)
