export { publishBuilds } from './publish-to-everybody.ts'
export { localReaderToken } from './credentials.ts'
