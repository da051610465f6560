import { describe, expect, inject, test } from 'vitest'
import type { Answer } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import type { MadeProduct } from '#testing/factories.ts'
import {
  draftPromotion,
  joinedPromotion,
  minutesFromNow,
  promotedOrder,
  promotionBody,
  runningPromotion,
  standingProduct,
} from '#testing/promotion-samples.ts'
import { path, promotionStage } from '#testing/promotion-stage.ts'
import { stateOf } from '#testing/state.ts'

const { by, send, read } = promotionStage()
const tree = '/api/admin/categories'
const category = (parent_id?: string) => addedCategory(by, parent_id ? { parent_id } : {})
const standing = (category: { name: string }, vendorId?: string) =>
  standingProduct(by, { category: category.name }, vendorId)
const merge = async (id: string, into: string) => {
  const { product_count } = (await send('GET', `${tree}/${id}`)).body.results
  return send('POST', `${tree}/${id}/merge`, { into, product_count })
}
const move = async (id: string, parent_id: string | null) => {
  const { product_count } = (await send('GET', `${tree}/${id}`)).body.results
  return send('POST', `${tree}/${id}/move`, { parent_id, product_count })
}
const campaignOf = async (product: MadeProduct) =>
  (await send('GET', `/api/storefront/prices?product_ids=${product.id}`)).body.results[0].campaign?.name ??
  null
const narrowed = (...categories: { id: string }[]) => ({
  scope: 'categories',
  category_ids: categories.map(({ id }) => id),
})

async function expectHeld(name: string, call: () => Promise<Answer>) {
  const before = await stateOf(by.app)
  const answer = await call()
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    status: 409,
    message: `The campaign ${name} depends on the place of this category: end the campaign or return it to draft first`,
  })
  expect(await stateOf(by.app)).toBe(before)
}

describe('a campaign that was started', () => {
  test.each(['scheduled', 'running'])(
    'and is %s keeps its categories: none is merged, moved or deleted',
    async (status) => {
      const [inside, outside] = [await category(), await category()]
      const [below, other] = [await category(inside.id), await category(outside.id)]
      const product = await standing(below)
      const stranger = await standing(outside, product.vendorId)
      const made =
        status === 'running'
          ? await runningPromotion(by, narrowed(inside), { product })
          : await joinedPromotion(by, { ...narrowed(inside), starts_at: minutesFromNow(by, 30) }, { product })
      if (status === 'scheduled') await send('POST', `${path}/${made.id}/start`, {})
      // Itself, what is below it, and what would come into it.
      await expectHeld(made.name, () => merge(inside.id, outside.id))
      await expectHeld(made.name, () => merge(below.id, outside.id))
      await expectHeld(made.name, () => merge(outside.id, inside.id))
      await expectHeld(made.name, () => move(inside.id, outside.id))
      await expectHeld(made.name, () => move(below.id, outside.id))
      await expectHeld(made.name, () => move(below.id, null))
      await expectHeld(made.name, () => move(other.id, inside.id))
      expect(await campaignOf(stranger)).toBeNull()
      expect((await send('GET', `${tree}/${inside.id}`)).body.results.campaigns).toEqual([
        { id: made.id, name: made.name },
      ])
      const choices = (await send('GET', `${tree}/tree`)).body.results
      const taken = [inside, below, outside].map(
        ({ id }) => choices.find((one: { id: string }) => one.id === id).campaigns.length,
      )
      expect(taken).toEqual([1, 1, 0])
      // What touches none of its products goes on, and so does all of it once the campaign is over.
      const third = await category()
      expect((await merge(other.id, third.id)).status).toBe(200)
      if (status === 'running') await send('POST', `${path}/${made.id}/end`)
      else await send('POST', `${path}/${made.id}/put-back`)
      expect((await merge(below.id, outside.id)).status).toBe(200)
    },
  )

  test('keeps its category even if the category is empty', async () => {
    const [own, other] = [await category(), await category()]
    const { name } = await runningPromotion(by, narrowed(own, other))
    await expectHeld(name, () => send('DELETE', `${tree}/${own.id}`))
  })

  test('is named in the refusal, with every other campaign that holds the category', async () => {
    const own = await category()
    const product = await standing(own)
    const [first, second] = [
      await runningPromotion(by, { ...narrowed(own), starts_at: minutesFromNow(by, -1) }, { product }),
      await runningPromotion(by, narrowed(own), { product }),
    ]
    const answer = await move(own.id, (await category()).id)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `The campaigns ${first.name} and ${second.name} depend on the place of this category: end these campaigns or return them to draft first`,
    ])
  })

  test('keeps the products whose category was merged or deleted within its category', async () => {
    const inside = await category()
    const [one, other] = [await category(inside.id), await category(inside.id)]
    const product = await standing(one)
    const { id, name } = await runningPromotion(by, narrowed(inside), { product })
    const bought = async (at: Date) => {
      const order = await promotedOrder(
        by.app,
        { promotionId: id, product, price: '850' },
        { placed_at: at.toISOString() },
      )
      return (await send('POST', '/api/intake/orders', order, by.key)).status
    }
    const then = by.app.clock.now()
    by.app.clock.move(300_000)
    expect((await merge(one.id, other.id)).status).toBe(200)
    expect(await campaignOf(product)).toBe(name)
    expect(await bought(then)).toBe(201)
    by.app.clock.move(300_000)
    await by.app.database.pool.query('update products set category_id = $2, updated_at = $3 where id = $1', [
      product.id,
      inside.id,
      by.app.clock.now(),
    ])
    expect((await send('DELETE', `${tree}/${other.id}`)).status).toBe(204)
    expect([await bought(then), await bought(by.app.clock.now())]).toEqual([201, 201])
  })
})

describe('a draft', () => {
  test('follows a merge: its history says so, and sellers who had joined are asked again', async () => {
    const [from, into] = [await category(), await category()]
    const product = await standing(from)
    const terms = { ...narrowed(from), starts_at: minutesFromNow(by, 30) }
    const { id, version } = await joinedPromotion(by, terms, { product })
    expect((await merge(from.id, into.id)).status).toBe(200)
    expect(await read(id)).toMatchObject({
      ...{ version: version + 1, seller_count: 0, invited_count: 1 },
      categories: [{ id: into.id, name: into.name }],
      sellers: [{ state: 'invited' }],
    })
    expect((await read(id)).history[0]).toMatchObject({
      action: 'follow a merge of categories',
      before: { category: from.name },
      after: { category: into.name, asked_again: 1 },
    })
  })

  test('cannot be started when its categories no longer exist', async () => {
    const own = await category()
    const product = await standing(await category())
    const { id } = await joinedPromotion(by, narrowed(own), { product })
    expect((await send('DELETE', `/api/admin/categories/${own.id}`)).status).toBe(204)
    const before = await stateOf(by.app)
    const answer = await send('POST', `${path}/${id}/start`, { at_once: true })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ path: 'category_ids', code: 'refused', message: 'Choose at least one category that still exists' }],
    ])
    expect(await stateOf(by.app)).toBe(before)
    expect(await read(id)).toMatchObject({ status: 'draft' })
  })
})

describe('a change of a campaign during a merge', () => {
  test.each(['add', 'change', 'copy', 'start'])(
    'waits for the merge before it locks the campaign: %s',
    async (what) => {
      // One connection, as the embedded engine has, meets nobody on its way.
      if (inject('engine') === 'embedded') return
      const own = await category()
      const product = await standing(own)
      const terms = { ...narrowed(own), starts_at: minutesFromNow(by, 30) }
      const { id, version } = await joinedPromotion(by, terms, { product })
      const merging = await by.app.database.pool.connect()
      try {
        await merging.query('begin')
        await merging.query('lock table categories in exclusive mode')
        const calls = {
          add: () => send('POST', path, promotionBody(by, narrowed(own))),
          copy: () => send('POST', `${path}/${id}/duplicate`),
          start: () => send('POST', `${path}/${id}/start`, {}),
          change: () =>
            by.app.call('PATCH', `${path}/${id}`, {
              as: by.admin,
              body: { category_ids: [own.id], discount_bp: 3_000 },
              headers: { 'if-match': `"v${version}"` },
            }),
        }
        const calling = calls[what as keyof typeof calls]()
        await new Promise((resolve) => setTimeout(resolve, 500))
        // What a merge writes of the campaign; each stood in the way of the other.
        await merging.query('update promotions set updated_at = updated_at where id = $1', [id])
        await merging.query('commit')
        expect((await calling).status).toBeLessThan(300)
      } finally {
        merging.release()
      }
    },
  )
})

test('a draft of no category is not asked again by a merge', async () => {
  const [from, into] = [await category(), await category()]
  const { id, version } = await draftPromotion(by)
  await merge(from.id, into.id)
  expect((await read(id)).version).toBe(version)
})
