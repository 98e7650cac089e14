export { freePort } from './free-port.ts'
export { makeStorage, type Storage } from './storage.ts'
