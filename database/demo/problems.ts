import { account, landline, taxNumber } from './applicants.ts'
import type { Chance } from './random.ts'
import type { DemoVendor, Problem } from './vendor.ts'

/** How often each problem is put into the applications that wait. */
const planted: readonly (readonly [Problem, number])[] = [
  ['no seller', 3],
  ['no shop', 4],
  ['bank differs', 3],
  ['same cnic', 2],
  ['same ntn', 2],
  ['same iban', 2],
  ['same phone', 2],
  ['title differs', 3],
  ['ntn check digit', 2],
  ['landline', 2],
  ['no cheque', 4],
]

/**
 * Puts problems into applications that wait, for the checks to find; about a third of them stay clean. Borrowed
 * numbers come from disabled, approved and other waiting vendors. The first versions of vendors who have answered
 * stay as they were.
 */
export function plantProblems(chance: Chance, vendors: readonly DemoVendor[]): void {
  const waiting = vendors.filter(({ state, earlier }) => state === 'submitted' && !earlier)
  const disabled = vendors.filter(({ state }) => state === 'disabled')
  const approved = vendors.filter(({ state }) => state === 'approved')
  const queue = chance.shuffle(waiting)
  for (const [problem, times] of planted) {
    for (let i = 0; i < times; i += 1) {
      const vendor = queue.shift()
      if (!vendor) throw new Error('more problems than applications')
      // The last of the queue stays clean, so that what is borrowed from it is still there to be found.
      const neighbour = problem === 'same iban' ? queue.at(-1) : chance.pick(approved)
      plant(chance, vendor, (i % 2 === 0 ? chance.pick(disabled) : neighbour) ?? vendor, problem, i)
    }
  }
  comeBack(queue.shift(), disabled[0])
  for (const vendor of vendors.filter(({ state }) => state === 'draft')) vendor.details.shop = null
}

function plant(
  chance: Chance,
  vendor: DemoVendor,
  lender: DemoVendor,
  problem: Problem,
  index: number,
): void {
  const { details } = vendor
  const { seller, shop } = details
  const { seller: otherSeller, shop: otherShop } = lender.details
  vendor.problems.push(problem)
  if (!seller || !shop || !otherSeller || !otherShop) throw new Error('a problem needs whole records')
  if (problem === 'no seller') {
    details.seller = null
    if (index === 0) details.shop = null
  } else if (problem === 'no shop') {
    details.shop = null
  } else if (problem === 'bank differs') {
    const { bank_name: _, ...other } = account(
      chance,
      shop.ibn_number.startsWith('MEZN', 4) ? 'UNIL' : 'MEZN',
    )
    Object.assign(shop, other)
  } else if (problem === 'same cnic') {
    if (shop.shop_ntn === seller.cnic) shop.shop_ntn = otherSeller.cnic
    seller.cnic = otherSeller.cnic
  } else if (problem === 'same ntn') {
    shop.shop_ntn = otherShop.shop_ntn
  } else if (problem === 'same iban') {
    const { bank_name, account_number, branch_code, ibn_number } = otherShop
    Object.assign(shop, { bank_name, account_number, branch_code, ibn_number })
  } else if (problem === 'same phone') {
    details.phone = lender.details.phone
  } else if (problem === 'title differs') {
    shop.account_title =
      ['HAJI ABDUL SATTAR', 'MODERN IMPEX (SMC-PVT) LTD', 'MST. ZULEKHA KHANUM'][index % 3] ?? ''
  } else if (problem === 'ntn check digit') {
    const right = taxNumber(chance, true)
    shop.shop_ntn = right.slice(0, 7) + ((Number(right.slice(7)) + 3) % 10)
  } else if (problem === 'landline') {
    details.phone = landline(chance, vendor.place)
    shop.shop_mobile = details.phone
  }
}

/** One who was disabled applies again under another shop's name, with the same card, phone and account. */
function comeBack(vendor: DemoVendor | undefined, gone: DemoVendor | undefined): void {
  const { seller, shop } = vendor?.details ?? {}
  if (!vendor || !gone?.details.seller || !gone.details.shop || !seller || !shop) {
    throw new Error('nobody is left to come back')
  }
  const { bank_name, account_number, branch_code, ibn_number, account_title } = gone.details.shop
  seller.cnic = gone.details.seller.cnic
  Object.assign(shop, { bank_name, account_number, branch_code, ibn_number, account_title })
  vendor.details.phone = gone.details.phone
  vendor.problems.push('same cnic', 'same phone', 'same iban', 'title differs')
}
