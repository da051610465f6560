import { ibanCheckDigits, ntnCheckDigit } from '#kit/contract/pakistan.ts'
import { banks } from '#kit/contract/pakistan-banks.ts'
import { namesByProvince, urduShops } from './names.ts'
import { type Place, places } from './places.ts'
import type { Chance } from './random.ts'
import { trades } from './trades.ts'
import type { ShopDetails, VendorDetails } from './vendor.ts'

/** Who applies: a person with a shop, a city and a trade. */
export interface Applicant {
  details: VendorDetails & { seller: NonNullable<VendorDetails['seller']>; shop: ShopDetails }
  place: Place
  trade: string
  isWoman: boolean
}

const commonBanks: readonly (readonly [string, number])[] = [
  ['HABB', 16],
  ['MEZN', 16],
  ['UNIL', 12],
  ['MUCB', 10],
  ['ALFH', 10],
  ['ABPA', 8],
  ['BAHL', 6],
  ['BPUN', 6],
  ['NBPA', 5],
  ['FAYS', 4],
  ['ASCM', 4],
  ['BKIP', 3],
  ['KHYB', 2],
  ['SIND', 2],
  ['SADA', 2],
  ['TMFB', 2],
]
const mobilePrefixes = [
  '300',
  '301',
  '302',
  '303',
  '304',
  '305',
  '306',
  '307',
  '308',
  '309',
  '311',
  '312',
  '313',
  '314',
  '315',
  '320',
  '321',
  '322',
  '323',
  '324',
  '330',
  '331',
  '332',
  '333',
  '334',
  '335',
  '336',
  '340',
  '341',
  '342',
  '343',
  '344',
  '345',
  '346',
  '347',
  '348',
]
const cnicRegion: Readonly<Record<string, string>> = {
  'PK-KP': '1',
  'PK-PB': '3',
  'PK-SD': '4',
  'PK-BA': '5',
  'PK-IS': '6',
  'PK-GB': '7',
  'PK-JK': '8',
}
const landmarks = [
  'near Jamia Masjid',
  'opposite Civil Hospital',
  'near Girls High School',
  'behind the bus stand',
  'near Shell pump',
  'next to HBL',
  'near Ghanta Ghar',
  'opposite the park',
]

/** Makes applicants of whom no two share a name, a shop or a number. */
export function applicants(chance: Chance): () => Applicant {
  const [names, shops] = [new Set<string>(), new Set<string>()]
  const weighted = places.map((place) => [place, place.weight] as const)
  const urdu = [...urduShops]
  return () => {
    const place = chance.weigh(weighted)
    const trade = chance.pick(place.knownFor)
    const isWoman = chance.happens(0.42)
    const stock = namesByProvince[place.province] ?? namesByProvince['PK-PB']
    if (!stock) throw new Error('no names for a province')
    const [given, family] = again(names, () => [
      chance.pick(isWoman ? stock.women : stock.men),
      chance.pick(stock.families),
    ])
    const username = given.endsWith(family) ? given : `${given} ${family}`
    const shopName =
      chance.happens(0.03) && urdu.length > 0
        ? (urdu.shift() ?? '')
        : again(shops, () => [shopNameOf(chance, place, trade, family)])[0]
    const slug = slugOf(shopName) || `dukan-${chance.int(11, 99)}`
    const phone = mobile(chance)
    const cnic = `${cnicRegion[place.province] ?? '3'}${chance.int(1, 9)}${chance.digits(3)}${chance.digits(7)}${chance.int(0, 3) * 2 + (isWoman ? 2 : 1)}`
    const isFirm = chance.happens(0.7)
    return {
      place,
      trade,
      isWoman,
      details: {
        username,
        email: `${slugOf(given).replaceAll('-', '.')}.${slugOf(family)}@${slug}.example`,
        phone,
        seller: {
          cnic,
          sellers_address: `House ${chance.int(2, 480)}, Street ${chance.int(1, 42)}, ${chance.pick(place.areas)}`,
          sellers_city: place.city,
          sellers_province: place.province,
        },
        shop: {
          shop_name: shopName,
          shop_email: chance.happens(0.8)
            ? `${chance.pick(['info', 'orders', 'shop', 'salam'])}@${slug}.example`
            : '',
          shop_mobile: chance.happens(0.5) ? phone : mobile(chance),
          shop_phone: chance.happens(0.45) ? landline(chance, place) : '',
          shop_ntn: isFirm ? taxNumber(chance, chance.happens(0.8)) : cnic,
          shop_address: `Shop ${chance.int(1, 160)}, ${chance.pick(place.areas)}, ${chance.pick(landmarks)}, ${place.city}`,
          shop_postal: chance.happens(0.8) ? place.postal : '',
          ...account(chance, chance.weigh(commonBanks)),
          account_title: (chance.happens(0.6)
            ? username
            : slugOf(shopName)
              ? shopName
              : username
          ).toUpperCase(),
        },
      },
    }
  }
}

/** A new account at a bank: its name, branch, number and IBAN. */
export function account(
  chance: Chance,
  bankCode: string,
): Pick<ShopDetails, 'bank_name' | 'account_number' | 'branch_code' | 'ibn_number'> {
  const branch = `0${chance.int(100, 999)}`
  const number = `${chance.int(1, 9)}${chance.digits(11)}`
  const within = `${branch}${number}`
  return {
    bank_name: banks[bankCode]?.name ?? bankCode,
    branch_code: branch,
    account_number: number,
    ibn_number: `PK${ibanCheckDigits(bankCode, within)}${bankCode}${within}`,
  }
}

/** A landline of the place, in E.164 form. */
export function landline(chance: Chance, place: Place): string {
  const isTwoDigits = place.dialling.length === 2
  const length = ['21', '42'].includes(place.dialling) ? 8 : isTwoDigits ? 7 : 6
  return `+92${place.dialling}${chance.int(3, 9)}${chance.digits(length - 1)}`
}

/** A mobile number in E.164 form. */
export function mobile(chance: Chance): string {
  return `+92${chance.pick(mobilePrefixes)}${chance.int(2, 9)}${chance.digits(6)}`
}

/** A tax number of seven digits, with the check digit that fits where it is wanted. */
export function taxNumber(chance: Chance, isWithCheck: boolean): string {
  for (;;) {
    const seven = `${chance.int(1, 9)}${chance.digits(6)}`
    const check = ntnCheckDigit(seven)
    if (check !== null) return isWithCheck ? `${seven}${check}` : seven
  }
}

function shopNameOf(chance: Chance, place: Place, trade: string, family: string): string {
  const stock = trades[trade]
  if (!stock) throw new Error(`no trade named ${trade}`)
  return chance
    .pick(stock.shopNames)
    .replace('{f}', family)
    .replace('{c}', place.city)
    .replace('{w}', chance.pick(stock.words))
}

/** The Latin letters of a text in small, with dashes between its words. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Tries until the words were not given out before; after many tries, a numeral tells them apart. */
function again<T extends [string] | [string, string]>(given: Set<string>, make: () => T): T {
  for (let tries = 0; ; tries += 1) {
    const made = make()
    if (tries > 40) made[0] = `${made[0]} ${['II', 'III', 'IV'][tries % 3] ?? 'II'}`
    const key = made.join(' ')
    if (given.has(key)) continue
    given.add(key)
    return made
  }
}
