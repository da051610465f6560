import { latinDigits, withoutInvisibles } from './typed-number.ts'

/**
 * The seven provinces and territories by their ISO 3166-2 codes. The former FATA (PK-TA) has been part of Khyber
 * Pakhtunkhwa since 2018.
 */
export const provinces = [
  { code: 'PK-PB', name: 'Punjab', urdu: 'پنجاب', aliases: ['pb', 'panjab'] },
  { code: 'PK-SD', name: 'Sindh', urdu: 'سندھ', aliases: ['sd', 'sind'] },
  {
    code: 'PK-KP',
    name: 'Khyber Pakhtunkhwa',
    urdu: 'خیبر پختونخوا',
    aliases: ['kp', 'kpk', 'khyber', 'khyber pakhtoonkhwa', 'nwfp', 'north west frontier', 'fata', 'pk-ta'],
  },
  { code: 'PK-BA', name: 'Balochistan', urdu: 'بلوچستان', aliases: ['baluchistan'] },
  {
    code: 'PK-IS',
    name: 'Islamabad Capital Territory',
    urdu: 'وفاقی دارالحکومت اسلام آباد',
    aliases: ['ict', 'islamabad', 'islamabad capital', 'federal capital', 'اسلام آباد'],
  },
  { code: 'PK-GB', name: 'Gilgit-Baltistan', urdu: 'گلگت بلتستان', aliases: ['gb', 'northern areas'] },
  {
    code: 'PK-JK',
    name: 'Azad Jammu and Kashmir',
    urdu: 'آزاد جموں و کشمیر',
    aliases: ['jk', 'ajk', 'azad kashmir', 'kashmir', 'azad jammu kashmir', 'آزاد کشمیر'],
  },
] as const

export type ProvinceCode = (typeof provinces)[number]['code']

export interface City {
  name: string
  province: ProvinceCode
  aliases: readonly string[]
}

/**
 * Cities and towns that couriers serve, with other spellings after a bar. There is no free official list. The list
 * unifies the spelling of a city and finds its province; a city that is not listed is kept as typed.
 */
const listed: Record<ProvinceCode, string> = {
  'PK-PB': `
    Lahore|لاہور, Faisalabad|Lyallpur|فیصل آباد, Rawalpindi|Pindi|راولپنڈی, Gujranwala|گوجرانوالہ,
    Multan|ملتان, Sialkot|سیالکوٹ, Bahawalpur|بہاولپور, Sargodha|سرگودھا, Sheikhupura|شیخوپورہ,
    Rahim Yar Khan|RYK|رحیم یار خان, Jhang|جھنگ, Dera Ghazi Khan|DG Khan|ڈیرہ غازی خان, Gujrat|گجرات,
    Sahiwal|ساہیوال, Wah Cantonment|Wah|Wah Cantt, Kasur|قصور, Okara|اوکاڑہ, Chiniot, Kamoke|Kamoki,
    Hafizabad, Sadiqabad, Burewala, Khanewal, Muzaffargarh, Mandi Bahauddin|M B Din|MBD, Jhelum|جہلم,
    Khanpur, Pakpattan, Daska, Gojra, Muridke, Bahawalnagar, Samundri, Jaranwala, Chishtian,
    Attock|Campbellpur, Vehari, Kot Adu, Ferozewala, Chakwal, Ahmadpur East|Ahmedpur East, Kamalia,
    Wazirabad, Jalalpur Jattan, Mianwali, Taxila, Kharian, Mian Channu, Bhalwal, Jauharabad, Khushab,
    Pattoki, Hasilpur, Arifwala, Lodhran, Layyah|Leiah, Bhakkar, Toba Tek Singh|TT Singh, Narowal,
    Nankana Sahib, Chichawatni, Rajanpur, Haroonabad, Shakargarh, Lalamusa, Gujar Khan, Kot Radha Kishan,
    Pasrur, Depalpur|Dipalpur, Raiwind, Murree, Talagang, Dina, Sambrial, Kabirwala, Shujabad, Fort Abbas,
    Liaquatpur|Liaqatpur, Taunsa|Taunsa Sharif, Jampur, Alipur, Hasan Abdal|Hassan Abdal, Phalia,
    Pindi Bhattian, Renala Khurd, Minchinabad, Mailsi, Sarai Alamgir, Shorkot, Hujra Shah Muqim`,
  'PK-SD': `
    Karachi|KHI|کراچی, Hyderabad|حیدرآباد, Sukkur|سکھر, Larkana|Larkano|لاڑکانہ,
    Nawabshah|Shaheed Benazirabad|Benazirabad|نوابشاہ, Mirpur Khas|میرپور خاص, Jacobabad, Shikarpur,
    Khairpur, Dadu, Tando Allahyar, Tando Adam, Tando Muhammad Khan, Umerkot|Umarkot, Shahdadkot,
    Qambar|Kambar, Ghotki, Moro, Kotri, Shahdadpur, Badin, Thatta, Rohri, Sanghar, Kandhkot, Kashmore,
    Jamshoro, Sehwan|Sehwan Sharif, Naushahro Feroze|Naushero Feroze, Daharki, Mirpur Mathelo, Pano Aqil,
    Matiari, Hala, Mithi, Digri, Mehrabpur`,
  'PK-KP': `
    Peshawar|پشاور, Mardan|مردان, Mingora|مینگورہ, Swat|سوات, Saidu Sharif, Kohat|کوہاٹ,
    Abbottabad|Abbotabad|ایبٹ آباد, Dera Ismail Khan|DI Khan|ڈیرہ اسماعیل خان, Bannu, Swabi, Nowshera,
    Charsadda, Mansehra|مانسہرہ, Haripur|ہری پور, Timergara, Tank, Hangu, Karak, Lakki Marwat, Batkhela,
    Chitral, Dir, Parachinar, Batagram|Battagram, Havelian, Takht Bhai|Takht-i-Bahi, Topi, Shabqadar,
    Risalpur, Landi Kotal, Alpuri, Buner`,
  'PK-BA': `
    Quetta|کوئٹہ, Turbat|تربت, Khuzdar, Hub|Hub Chowki, Chaman|چمن, Gwadar|گوادر, Dera Murad Jamali,
    Dera Allah Yar, Usta Muhammad|Usta Mohammad, Loralai, Zhob, Sibi, Pishin, Mastung, Kalat, Nushki,
    Panjgur, Uthal, Ziarat, Dalbandin, Muslim Bagh`,
  'PK-IS': `
    Islamabad|ISB|اسلام آباد`,
  'PK-GB': `
    Gilgit|گلگت, Skardu|سکردو|اسکردو, Hunza|ہنزہ, Chilas, Gahkuch, Khaplu, Astore`,
  'PK-JK': `
    Muzaffarabad|Muzafarabad|مظفرآباد, Mirpur|Mirpur AK|Mirpur AJK|Mirpur Azad Kashmir|میرپور, Kotli|کوٹلی,
    Bhimber, Rawalakot|Rawlakot, Bagh, Palandri|Pallandri, Dadyal, Hajira, Athmuqam`,
}

export const cities: readonly City[] = provinces.flatMap(({ code }) =>
  listed[code].split(',').map((names) => {
    const [name = '', ...aliases] = names.trim().split('|')
    return { name, province: code, aliases }
  }),
)

/** The English name of a province by its code. An unknown code is returned unchanged. */
export function provinceName(code: string): string {
  return provinces.find((province) => province.code === code)?.name ?? code
}

/**
 * The ISO 3166-2 code of a province, from its code, its English or Urdu name or a common short form; null if unknown.
 */
export function normaliseProvince(text: string): ProvinceCode | null {
  const key = keyOf(text).replace(/^صوبہ|province$/, '')
  const found = provinces.find(({ code, name, urdu, aliases }) =>
    [code, name, urdu, ...aliases].some((known) => keyOf(known) === key),
  )
  return found?.code ?? null
}

/**
 * A city in the spelling of the list, with its province. Finds "KARACHI", "d.g. khan" and "Lahore Cantt". A city that
 * is not listed is kept as typed with its spaces tidied, and without a province; no input is refused.
 */
export function normaliseCity(text: string): { name: string; province: ProvinceCode | null } {
  const city = cityOf(text, /(?:city|cantt?|cantonment)$/)
  return city ? { name: city.name, province: city.province } : { name: tidied(text), province: null }
}

/**
 * A city as it is kept of an address: in the spelling of the list, so that it is found and counted as one. "Lahore Cantt"
 * stays, as it is another place to deliver to, and so does a city that is not listed, with its spaces tidied.
 */
export function spellCity(text: string): string {
  return cityOf(text, /city$/)?.name ?? tidied(text)
}

function cityOf(text: string, suffix: RegExp): City | undefined {
  const key = keyOf(text)
  const names = knownCities()
  return names.get(key) ?? names.get(key.replace(suffix, ''))
}

function tidied(text: string): string {
  return withoutInvisibles(text).trim().replaceAll(/\s+/g, ' ')
}

let byName: Map<string, City> | undefined

/** Built on first use. */
function knownCities(): Map<string, City> {
  const spellings = ({ name, aliases }: City) => [name, ...aliases]
  byName ??= new Map(cities.flatMap((city) => spellings(city).map((name) => [keyOf(name), city])))
  return byName
}

/**
 * The letters and digits of a name in lower case, with Arabic letter forms replaced by Urdu forms, so that different
 * spellings compare as equal.
 */
function keyOf(text: string): string {
  const plain = latinDigits(text.slice(0, 120)).toLowerCase().normalize('NFC')
  const letters = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters.replaceAll(/[يى]/g, 'ی').replaceAll('ك', 'ک')
}
