import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** The key with which the journeys hand in what the storefront would. */
export const key = 'mk_journeys_0123456789abcdef'

/** A running Munshi whose database and files are in `directory`; a new one is filled with the demo marketplace. */
export interface RunningServer {
  url: string
  end(): Promise<void>
}

/** Starts one, and waits until it answers: at most two and a half minutes. */
export async function startServer(directory: string): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/app/server/main.ts'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: directory,
        INTAKE_API_KEY: key,
        OUTBOX_HOLD_SECONDS: '20',
        LOG_LEVEL: 'warn',
      },
    },
  )
  await untilReady(url, server).catch((error: unknown) => {
    server.kill('SIGKILL')
    throw error
  })
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  return { url, end }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server was not ready in time')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
