export { freePort } from '../src/free-port.ts'
export { startRedirectingServer, type RedirectingServer } from './redirecting-server.ts'
export { bareEnvironment, startTestServer, temporaryFolder } from './server.ts'
export { administer, makeEmptyStorage, makeStorage, urlOf, type Storage } from './storage.ts'
