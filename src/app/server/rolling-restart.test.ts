import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Balancer, startBalancer } from '#testing/balancer.ts'
import { sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import { freePort } from '#testing/postgres.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'

/** How often each instance is restarted; the whole run has 10. */
const rounds = Number(process.env.MUNSHI_ROLLING_RESTARTS ?? 1)
const callsPerSecond = 50
const isEmbedded = inject('engine') === 'embedded'
const directory = mkdtempSync(join(tmpdir(), 'munshi-rolling-'))
let settings: Record<string, string>

beforeAll(async () => {
  settings = await testInstallation(directory)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('after SIGTERM it says that it is not ready, and goes on answering until nobody sends it anything', async () => {
  const munshi = await startMunshi({ ...settings, DRAIN_SECONDS: '2' })
  const token = await signInOperator(munshi)
  const begun = Date.now()
  munshi.signal('SIGTERM')
  await expect.poll(async () => (await munshi.call('GET', '/readyz')).status, { timeout: 1_500 }).toBe(503)
  expect((await munshi.call('GET', '/readyz')).body.status).toBe('draining')
  expect((await munshi.call('GET', '/livez')).status).toBe(200)
  const read = await fetch(`${munshi.url}/api/account/me`, { headers: { authorization: `Bearer ${token}` } })
  // Clients that hold a connection open are told to let it go.
  expect([read.status, read.headers.get('connection')]).toEqual([200, 'close'])
  expect((await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())).status).toBe(201)
  expect(await munshi.ended).toBe(0)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(2_000)
  expect(Date.now() - begun).toBeLessThan(10_000)
})

test(
  'two instances that are restarted one after the other under load fail no call, and lose and double no write',
  async () => {
    // The embedded engine has one process a folder: there is nothing to restart in turn.
    if (isEmbedded) return expect(settings.DATABASE_URL).toBeUndefined()
    const ports = [await freePort(), await freePort()].map(String)
    // Long enough for the balancer to notice on a machine that does much else.
    const startAt = (port: string) => startMunshi({ ...settings, PORT: port, DRAIN_SECONDS: '3' })
    const instances: MunshiProcess[] = []
    for (const port of ports) instances.push(await startAt(port))
    const token = await signInOperator(instances[0] as MunshiProcess)
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    const balancer = await startBalancer(addresses)
    // The next one is restarted once the balancer sends calls to the last one again, as operators do it.
    const bothAreReady = () =>
      expect.poll(() => [...balancer.ready].sort(), { timeout: 60_000 }).toEqual([...addresses].sort())
    const load = sendMixed(balancer, token)
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const [n, port] of ports.entries()) {
          await bothAreReady()
          await pause(1_000)
          expect(await instances[n]?.stop()).toBe(0)
          instances[n] = await startAt(port)
        }
      }
      await pause(1_000)
      const { answers, acknowledged } = await load.stop()
      expect(Object.keys(answers).sort()).toEqual(['200', '201'])
      // Both had their part, so the calls did go on beside each restart.
      expect(Math.min(...Object.values(balancer.sent))).toBeGreaterThan(20)
      const list = await fetch(`${balancer.url}/api/admin/sellers/counts`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { results } = (await list.json()) as { results: { pending: number } }
      // One more: the vendor of the test above.
      expect(results.pending).toBe(acknowledged + 1)
    } finally {
      await load.stop()
      await balancer.close()
      await Promise.all(instances.map((munshi) => munshi.stop()))
    }
  },
  120_000 + rounds * 60_000,
)

/** Reads and writes in an even beat; what failed is told by its status, or by the name of its error. */
function sendMixed({ url }: Balancer, token: string) {
  const answers: Record<string, number> = {}
  const open = new Set<Promise<void>>()
  let [sent, acknowledged] = [0, 0]
  const reads = ['/api/admin/sellers/get/pending?limit=5', '/api/account/me', '/api/admin/dashboard/work']
  const one = async (n: number) => {
    const isWrite = n % 4 === 0
    const outcome = await fetch(url + (isWrite ? '/api/intake/sellers' : reads[n % reads.length]), {
      method: isWrite ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${isWrite ? operator.key : token}`,
        ...(isWrite ? { 'content-type': 'application/json' } : {}),
      },
      ...(isWrite ? { body: JSON.stringify(sellerBody()) } : {}),
      signal: AbortSignal.timeout(30_000),
    }).then(
      async (response) => {
        const text = await response.text()
        return response.ok ? String(response.status) : `${response.status} ${text}`
      },
      (error: Error) => `${error.name} ${error.cause}`,
    )
    answers[outcome] = (answers[outcome] ?? 0) + 1
    if (outcome === '201') acknowledged += 1
  }
  const beat = setInterval(() => {
    // A busy machine is not made busier: what has not been answered yet counts as the load.
    if (open.size >= callsPerSecond) return
    const call = one(sent)
    sent += 1
    open.add(call)
    void call.finally(() => open.delete(call))
  }, 1000 / callsPerSecond)
  return {
    stop: async () => {
      clearInterval(beat)
      await Promise.all(open)
      return { answers, acknowledged }
    },
  }
}
