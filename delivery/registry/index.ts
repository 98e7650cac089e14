export { publishBuilds } from './publish-to-everybody.ts'
export { localReaderToken } from './access/local-secrets.ts'
