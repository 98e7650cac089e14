import { defineHost } from '@errand/delivery/build'

export default defineHost(import.meta.dirname)
