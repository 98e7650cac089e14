import { Client } from 'pg'

/** Runs one statement on a PostgreSQL server, on a connection of its own. */
export async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Where a database of a server is. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}
