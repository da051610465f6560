import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#kit/server/log.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { createApp } from './http.ts'

/** A minute of production is half a second here. */
const limits = {
  headMs: 500,
  bodyMs: 500,
  file: { windowMs: 400, bytesPerSecond: 2_000 },
  lookEveryMs: 50,
}

let app: TestApp
let admin: TestPerson
let quick: Awaited<ReturnType<typeof createApp>>
let port: number
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  quick = await createApp({
    database: app.database,
    services: app.services,
    log: createLogger('silent'),
    allowedOrigins: [],
    trustedProxyHops: 0,
    isBehindTls: false,
    standing: { isDraining: false },
    rateLimit: null,
    servesExampleShop: false,
    validateAnswers: true,
    arrival: limits,
  })
  port = Number(new URL(await quick.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await quick.close()
  await app.close()
})

/** Sends a head and then pieces of a body at a pace; answers what came back and how long the socket was open. */
async function send(head: string[], pieces: { of: string; everyMs: number; most?: number; end?: string }) {
  const socket: Socket = connect(port, '127.0.0.1')
  const begun = performance.now()
  let answer = ''
  let isOpen = true
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isOpen = false
      resolve()
    }),
  )
  socket.write(head.join('\r\n'))
  for (
    let sent = 0;
    isOpen && sent < (pieces.most ?? 1_000) && performance.now() - begun < 6_000;
    sent += 1
  ) {
    await Promise.race([pause(pieces.everyMs), ended])
    if (isOpen && pieces.of) socket.write(pieces.of)
    if (pieces.most !== undefined && answer) break
  }
  if (isOpen && pieces.end) socket.write(pieces.end)
  while (isOpen && !answer && performance.now() - begun < 6_000) await Promise.race([pause(50), ended])
  const ms = performance.now() - begun
  const wasEnded = !isOpen
  socket.destroy()
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0), ms, wasEnded, answer }
}

const head = (method: string, path: string, ...more: string[]) => [
  `${method} ${path} HTTP/1.1`,
  'host: munshi.example',
  ...more,
  '',
  '',
]
const json = ['content-type: application/json', 'content-length: 90000']

test.each([
  ['a sign-in whose body drips', () => head('POST', '/api/login', ...json), ' '],
  ['a sign-in whose body never comes', () => head('POST', '/api/login', ...json), ''],
  ['a change whose body drips', () => head('POST', '/api/account/password', ...json, bearer()), ' '],
  [
    'a body in pieces without an end',
    () => head('POST', '/api/login', json[0] as string, 'transfer-encoding: chunked'),
    '1\r\n \r\n',
  ],
  ['a body for what does not exist', () => head('POST', '/api/nothing', ...json), ' '],
  ['a head that never ends', () => ['POST /api/login HTTP/1.1', 'host: munshi.example'], '\r\nx-a: b'],
])('%s ends in time', async (_, lines, piece) => {
  const { ms, wasEnded, status } = await send(lines(), { of: piece, everyMs: 20 })
  expect([wasEnded, [0, 404, 408].includes(status)]).toEqual([true, true])
  expect(ms).toBeLessThan(4_000)
})

const bearer = () => `authorization: Bearer ${admin.token}`
const upload = () =>
  head(
    'POST',
    '/api/admin/imports',
    bearer(),
    'content-type: multipart/form-data; boundary=b',
    'transfer-encoding: chunked',
  )
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const end = `${chunk('\r\n--b--\r\n')}0\r\n\r\n`
const opening = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

test('an upload that drips ends in time, and one that keeps arriving may take longer than a body', async () => {
  const [dripping, arriving] = await Promise.all([
    send([...upload().slice(0, -1), chunk(opening)], { of: chunk('a'), everyMs: 20 }),
    // 2 kB every 100 ms for two seconds: ten times the least, and four times as long as another body may take.
    send([...upload().slice(0, -1), chunk(opening)], {
      of: chunk(`${'a'.repeat(2_046)}\r\n`),
      everyMs: 100,
      most: 20,
      end,
    }),
  ])
  expect([dripping.wasEnded, dripping.status]).toEqual([true, 408])
  expect(dripping.ms).toBeLessThan(4_000)
  // It arrived whole and was taken: what is in it is read behind the call.
  expect([arriving.status, arriving.ms > 4 * limits.bodyMs - 100]).toEqual([202, true])
})

test('with 24 pictures on their way, 12 of one person, another one is refused and changes nothing; with one of them gone, it is taken', async () => {
  const path = '/api/account/photo'
  const [first, second] = [await app.person([]), await app.person([])]
  const opened: Socket[] = []
  const open = (n: number) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {})
    const form = ['content-type: multipart/form-data; boundary=b', 'transfer-encoding: chunked']
    const { token } = n < 12 ? first : second
    socket.write(head('POST', path, `authorization: Bearer ${token}`, ...form).join('\r\n') + chunk(opening))
    // It is answered only when a picture sent below has taken its place meanwhile.
    socket.once('data', () => open(n))
    opened[n] = socket
  }
  const sent = async (as = admin) => app.call('POST', path, { as, body: await pictureForm() })
  for (let n = 0; n < 12; n += 1) open(n)
  await expect.poll(async () => (await sent(first)).status, { timeout: 30_000 }).toBe(429)
  expect((await sent(first)).body.message).toBe('Wait until your other uploads have arrived')
  expect((await sent()).status).toBe(200)
  for (let n = 12; n < 24; n += 1) open(n)
  const photoOf = async () =>
    (await app.call('GET', '/api/account/me', { as: admin })).body.results.settings.photo
  await expect.poll(async () => (await sent()).status, { timeout: 30_000 }).toBe(503)
  expect((await app.call('DELETE', path, { as: admin })).status).toBe(200)
  const refused = await sent()
  expect([refused.body.message, refused.headers.get('retry-after')]).toEqual([
    'Too many pictures are being uploaded. Try again in a few seconds',
    '3',
  ])
  expect(await photoOf()).toBeNull()
  opened[0]?.destroy()
  await expect.poll(async () => (await sent()).status, { timeout: 30_000 }).toBe(200)
  expect(await photoOf()).not.toBeNull()
  for (const socket of opened) socket.destroy()
})
