import type { OpenDatabase } from './database.ts'
import { DatabaseClient } from './database-client.ts'

/** A connection on which the database says that there are new events. */
export interface Listening {
  isUp(): boolean
  end(): Promise<void>
}

const channel = 'munshi_stream'
const againAfterMs = 2_000

/**
 * Listens on a connection of its own beside the pools, and opens another one when it is lost. Answers null on the embedded
 * engine, where this process is the only one. Behind a pooler nothing would ever be heard, and nobody listens.
 */
export async function listen(
  { listenUrl }: Pick<OpenDatabase, 'listenUrl'>,
  heard: () => void,
): Promise<Listening | null> {
  if (listenUrl === null) return null
  let client: DatabaseClient | null = null
  let isUp = false
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const own = new DatabaseClient({
      connectionString: listenUrl,
      application_name: 'munshi stream',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = own
    const lose = () => {
      if (client !== own) return
      client = null
      isUp = false
      void own.end().catch(() => {})
      if (!hasEnded) timer = setTimeout(() => void connect(), againAfterMs).unref()
    }
    own.on('error', lose)
    own.on('end', lose)
    own.on('notification', heard)
    try {
      await own.connect()
      const { processID } = own as unknown as { processID: number | null }
      const { rowCount } = await own.query('select where pg_backend_pid() = $1', [processID ?? 0])
      if (rowCount !== 1) {
        client = null
        await own.end()
        return
      }
      await own.query(`listen ${channel}`)
      isUp = !hasEnded
      // What was announced before this connection listened is looked up.
      heard()
    } catch {
      lose()
    }
  }
  await connect()
  return {
    isUp: () => isUp,
    async end() {
      hasEnded = true
      isUp = false
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end().catch(() => {})
    },
  }
}
