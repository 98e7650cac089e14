export { server } from '@errand/shared-auth/testing'
