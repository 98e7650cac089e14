import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './registry/tables/schema.ts',
  out: './registry/migrations',
})
