import { defineRemote } from '@errand/delivery/build'

export default defineRemote(import.meta.dirname)
