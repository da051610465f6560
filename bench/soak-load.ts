// The mixed work of a soak: lists, searches, records, decisions, what a shop front hands in, pictures, exports, imports
// and sign-ins, in shares that do not change, so that memory that grows grows by itself and not by the work.
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { customerBody, orderBody, productBody, sellerBody } from '#testing/factories.ts'
import { type MunshiProcess, operator } from '#testing/process.ts'

export interface SoakLoad {
  /** How often each kind of work was done. */
  done: Record<string, number>
  /** Answers that were no success, by kind and status, with how often. */
  failed: Record<string, number>
  /** Ends the work and waits for what is on its way. */
  stop(): Promise<void>
}

interface Made {
  vendors: string[]
  products: { id: string; vendorId: string; body: ReturnType<typeof productBody> }[]
  customers: string[]
  orders: string[]
  /** Those of the products that may be ordered. */
  listed: Set<string>
}

const lists = [
  '/api/admin/products/get/pending?limit=25',
  '/api/admin/products/get/approved?limit=25&page=3',
  '/api/admin/products/get/deactivated?limit=25',
  '/api/admin/sellers/get/pending?limit=25',
  '/api/admin/sellers/get/approve?limit=25&sort=username',
  '/api/admin/orders?limit=25',
  '/api/admin/customers?limit=25',
  '/api/admin/audit?limit=25',
  '/api/admin/imports?limit=25',
]
const searches = [
  '/api/admin/products/get/approved?limit=25&q=lawn',
  '/api/admin/products/get/pending?limit=25&q=suit',
  '/api/admin/sellers/get/approve?limit=25&q=textiles',
  '/api/admin/orders?limit=25&q=lahore',
  '/api/admin/customers?limit=25&q=ahmed',
]
const boards = ['work', 'figures', 'latest'].map((name) => `/api/admin/dashboard/${name}`)
const exports = [
  '/api/admin/products/export',
  '/api/admin/orders/export',
  '/api/admin/audit/export',
  '/api/admin/categories/export',
]
const importRows = 300
/** What is kept of what was submitted, to decide on and to look at: the rest is the database's. */
const keptIds = 300

/** Works on this Munshi until it is stopped: `rate` calls a second in an even beat, an import every two minutes. */
export async function startLoad(munshi: MunshiProcess, rate: number): Promise<SoakLoad> {
  const worker = new Worker(munshi)
  await worker.prepare()
  let isOver = false
  const open = new Set<Promise<void>>()
  const keepOpen = (work: Promise<void>) => {
    open.add(work)
    void work.finally(() => open.delete(work))
  }
  const beat = (async () => {
    for (let n = 0, at = performance.now(); !isOver; n += 1) {
      // What the server cannot keep up with is left out: a queue would be memory of this process, and no gentle load.
      if (open.size < 40) keepOpen(worker.work(n))
      at += 1000 / rate
      await pause(Math.max(0, at - performance.now()))
      at = Math.max(at, performance.now() - 1000)
    }
  })()
  const imports = (async () => {
    while (!isOver) {
      await worker.import()
      for (let n = 0; n < 120 && !isOver; n += 1) await pause(1000)
    }
  })()
  return {
    done: worker.done,
    failed: worker.failed,
    stop: async () => {
      isOver = true
      await Promise.all([beat, imports])
      await Promise.all(open)
    },
  }
}

class Worker {
  readonly done: Record<string, number> = {}
  readonly failed: Record<string, number> = {}
  readonly #munshi: MunshiProcess
  readonly #made: Made = { vendors: [], products: [], customers: [], orders: [], listed: new Set() }
  #token = ''
  #pictures: Buffer[] = []
  #sheets = 0

  constructor(munshi: MunshiProcess) {
    this.#munshi = munshi
  }

  async prepare(): Promise<void> {
    // Noise as a camera makes it: a picture of one colour would be decoded and encoded in no memory at all.
    this.#pictures = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        sharp({
          create: {
            width: 1600 + n * 40,
            height: 1200,
            channels: 3,
            background: 'grey',
            noise: { type: 'gaussian', mean: 128, sigma: 20 + n },
          },
        })
          .jpeg({ quality: 80 })
          .toBuffer(),
      ),
    )
    await this.#signIn()
    // Without it most of the load would be refused, and the curve would be that of a server at rest.
    if (this.#token === '') throw new Error('the operator of the load cannot sign in')
    for (let n = 0; n < 5; n += 1) await this.#handIn('seller')
    for (let n = 0; n < 10; n += 1) await this.#handIn('product')
    for (let n = 0; n < 5; n += 1) await this.#handIn('customer')
  }

  /** The n-th call: of each hundred the same ones. */
  work(n: number): Promise<void> {
    const at = n % 100
    const round = Math.floor(n / 100)
    if (at < 30) return this.#read('list', lists[at % lists.length])
    if (at < 40) return this.#read('search', searches[at % searches.length])
    if (at < 46) return this.#read('dashboard', boards[at % boards.length])
    if (at < 68) return this.#readRecord(at)
    if (at < 70) return this.#handIn('seller')
    if (at < 78) return this.#handIn('product')
    if (at < 81) return this.#handIn('customer')
    if (at < 86) return this.#handIn('order')
    if (at < 94) return this.#decide(at)
    if (at < 97) return this.#sendPicture(n)
    if (at === 97) return this.#read('export', exports[round % exports.length])
    if (at === 98 && round % 4 === 0) return this.#signIn()
    return this.#read('list', '/api/storefront/categories')
  }

  async import(): Promise<void> {
    const vendor = last(this.#made.vendors)
    if (!vendor) return
    this.#sheets += 1
    const rows = Array.from(
      { length: importRows },
      (_, n) =>
        `SOAK-${process.pid}-${this.#sheets}-${n},"Khaddar suit ${n}",${1000 + n},12,"<p>${'Three pieces. '.repeat(12)}</p>"`,
    )
    const form = new FormData()
    const text = `SKU,Name,Retail price,Qty available in pcs,Description\r\n${rows.join('\r\n')}\r\n`
    form.append('file', new Blob([text]), 'products.csv')
    const sent = await this.#send(
      'import',
      'POST',
      `/api/admin/imports?vendor_id=${vendor}`,
      this.#token,
      form,
    )
    const id = sent?.results?.id
    if (!id) return
    let isConfirmed = false
    for (let tries = 0; tries < 120; tries += 1) {
      await pause(1000)
      const found = await this.#send('import', 'GET', `/api/admin/imports/${id}`, this.#token)
      const { status, version } = found?.results ?? {}
      if (status === 'done' || status === 'failed') break
      if (status !== 'checked' || isConfirmed) continue
      isConfirmed = true
      await this.#send('import', 'POST', `/api/admin/imports/${id}/confirm`, this.#token, undefined, {
        'if-match': `"v${version}"`,
      })
    }
  }

  async #signIn(): Promise<void> {
    const { email, password } = operator
    const answer = await this.#send('sign-in', 'POST', '/api/login', '', { email, password })
    if (answer) this.#token = answer.results.token
  }

  async #read(kind: string, path: string | undefined): Promise<void> {
    await this.#send(kind, 'GET', path ?? '/livez', this.#token)
  }

  #readRecord(at: number): Promise<void> {
    const { vendors, products, customers, orders } = this.#made
    const path = [
      `/api/admin/products/${pick(products)?.id}`,
      `/api/admin/sellers/${pick(vendors)}`,
      `/api/admin/customers/${pick(customers)}`,
      `/api/admin/orders/${pick(orders)}`,
    ][at % 4]
    return this.#read('record', path?.includes('undefined') ? lists[0] : path)
  }

  async #handIn(kind: 'seller' | 'product' | 'customer' | 'order'): Promise<void> {
    const made = this.#made
    const vendorId = pick(made.vendors) ?? ''
    const product = pick(made.products.filter(({ id }) => made.listed.has(id)))
    const customer = pick(made.customers)
    if (kind === 'order' && (!product || !customer)) return
    const body =
      kind === 'seller'
        ? sellerBody()
        : kind === 'product'
          ? productBody(vendorId, { product_stock: 1_000_000 })
          : kind === 'customer'
            ? customerBody()
            : orderBody(customer ?? '', [{ product: product as Made['products'][number] }])
    const answer = await this.#send(kind, 'POST', `/api/intake/${kind}s`, operator.key, body)
    const id = answer?.results?.id
    if (!id) return
    if (kind === 'seller') keep(made.vendors, id)
    else if (kind === 'customer') keep(made.customers, id)
    else if (kind === 'order') keep(made.orders, id)
    else keep(made.products, { id, vendorId, body: body as ReturnType<typeof productBody> })
  }

  async #decide(at: number): Promise<void> {
    const product = pick(this.#made.products)
    const vendor = pick(this.#made.vendors)
    const [path, body] =
      at % 4 === 0
        ? [`sellers/${vendor}/approve`, undefined]
        : at % 4 === 1
          ? [`products/${product?.id}/reject`, { reason: 'The pictures are of another product' }]
          : [`products/${product?.id}/approve`, undefined]
    const answer = await this.#send('decision', 'POST', `/api/admin/${path}`, this.#token, body)
    if (answer && product && at % 4 > 1) this.#made.listed.add(product.id)
  }

  async #sendPicture(n: number): Promise<void> {
    const product = last(this.#made.products)
    const form = new FormData()
    const picture = this.#pictures[n % this.#pictures.length] ?? Buffer.alloc(0)
    form.append('file', new Blob([new Uint8Array(picture)]), 'picture.jpg')
    const path = `/api/intake/products/${product?.id}/images`
    await this.#send('picture', 'POST', path, operator.key, form)
  }

  async #send(
    kind: string,
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: the soak reads ids and versions of any answer
  ): Promise<any> {
    this.done[kind] = (this.done[kind] ?? 0) + 1
    const isForm = body instanceof FormData
    const request = async () => {
      const response = await fetch(this.#munshi.url + path, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return response.ok ? (isJson && text ? JSON.parse(text) : {}) : response.status
    }
    const answer = await request().catch((error: Error) => error.name)
    if (typeof answer === 'object') return answer
    const what = `${kind} ${answer}`
    this.failed[what] = (this.failed[what] ?? 0) + 1
    return null
  }
}

function keep<T>(list: T[], entry: T): void {
  list.push(entry)
  if (list.length > keptIds) list.shift()
}

function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

function last<T>(list: readonly T[]): T | undefined {
  return list.at(-1)
}
