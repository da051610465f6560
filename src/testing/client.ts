import pg from 'pg'

/**
 * Works on one connection to a database and closes it, whatever happens. That its server stops under it is no fault of its
 * own: the process would end with it, and the fault that came first would not be told.
 */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
