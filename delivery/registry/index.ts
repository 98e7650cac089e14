export { publishBuilds } from './publish-to-everybody.ts'
