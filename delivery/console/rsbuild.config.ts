import { defineConsole } from '@errand/delivery/build'

export default defineConsole(import.meta.dirname)
