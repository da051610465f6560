import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'

/** The whole race has 1,000 vendors; what a change runs each time is a sample of it. */
const vendorCount = Number(process.env.MUNSHI_RACE_VENDORS ?? 40)
const callersPerVendor = 8

const directory = mkdtempSync(join(tmpdir(), 'munshi-race-'))
let instances: MunshiProcess[]
let token: string

beforeAll(async () => {
  const settings = await testInstallation(directory)
  instances = [await startMunshi(settings)]
  if (inject('engine') === 'server') instances.push(await startMunshi(settings))
  token = await signInOperator(instances[0] as MunshiProcess)
}, 120_000)
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  rmSync(directory, { recursive: true, force: true })
})

/** Works through the items with this many at once. */
async function inParallel<T>(
  items: readonly T[],
  many: number,
  work: (item: T, index: number) => Promise<void>,
) {
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: many }, async () => {
      for (const [index, item] of queue) await work(item, index)
    }),
  )
}

const instanceOf = (n: number) => instances[n % instances.length] as MunshiProcess

test(`${vendorCount} vendors × ${callersPerVendor} racing approvals and rejections have one outcome each`, async () => {
  const ids: string[] = []
  await inParallel(Array.from({ length: vendorCount }), 8, async (_item, index) => {
    const answer = await instanceOf(index).call('POST', '/api/intake/sellers', operator.key, sellerBody())
    expect(answer.status).toBe(201)
    ids.push(answer.body.results.id)
  })

  const outcomes = { approved: 0, rejected: 0 }
  const wrong: string[] = []
  await inParallel(ids, 4, async (id, round) => {
    const path = `/api/admin/sellers/${id}`
    const answers = await Promise.all(
      Array.from({ length: callersPerVendor }, async (_item, n) => {
        // Each kind of caller on each instance, and in turn the first one to call.
        const place = (n + round) % callersPerVendor
        const instance = instanceOf(place)
        const isApproval = place % 4 < 2
        // An approval has no body to wait for: in every other round it starts a little later, so that both can win.
        if (isApproval && round % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 6))
        const answer = isApproval
          ? await instance.call(place < 4 ? 'GET' : 'POST', `${path}/approve`, token)
          : await instance.call('POST', `${path}/reject`, token, { reason: `Caller ${place}` })
        return { isApproval, ...answer }
      }),
    )
    const { body } = await instanceOf(round).call('GET', path, token)
    const { status, status_reason, history, messages, decision } = body.results
    const say = (what: string) => {
      wrong.push(`${id}: ${what}`)
    }
    if (status !== 'approved' && status !== 'rejected') return say(`is ${status}`)
    outcomes[status as keyof typeof outcomes] += 1
    for (const answer of answers) {
      const expected = answer.isApproval === (status === 'approved') ? 200 : 409
      if (answer.status !== expected)
        say(`${answer.status} where it ended ${status}: ${answer.body?.message}`)
    }
    const rows = history.filter(
      ({ action }: { action: string }) => action === 'approve' || action === 'reject',
    )
    if (rows.length !== 1) say(`${rows.length} audit rows`)
    else if ((rows[0].action === 'approve') !== (status === 'approved')) say(`audit says ${rows[0].action}`)
    else if ((rows[0].reason ?? '') !== status_reason)
      say(`audit says "${rows[0].reason}", not "${status_reason}"`)
    if (messages.length !== 1) say(`${messages.length} messages`)
    if (decision?.to_status !== status) say(`the decision says ${decision?.to_status}`)
  })
  expect(wrong).toEqual([])
  expect(outcomes.approved + outcomes.rejected).toBe(vendorCount)
  expect(outcomes.approved).toBeGreaterThan(0)
  expect(outcomes.rejected).toBeGreaterThan(0)
  process.stdout.write(
    `${vendorCount} vendors × ${callersPerVendor} callers through ${instances.length} instances: ${JSON.stringify(outcomes)}, ${wrong.length} wrong\n`,
  )
}, 900_000)
