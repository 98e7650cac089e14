export { freePort } from '../src/free-port.ts'
export { bareEnvironment, startTestServer, temporaryFolder } from './server.ts'
export { administer, makeEmptyStorage, makeStorage, urlOf, type Storage } from './storage.ts'
