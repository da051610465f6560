import type { DrawingName } from './pictures.ts'

/** What a shop deals in: the kinds of its listings, and the words that its name is made of. */
export interface Trade {
  kinds: readonly DrawingName[]
  /** `{f}` is the family name, `{c}` the city, `{w}` a word of its own. */
  shopNames: readonly string[]
  words: readonly string[]
}

const flowers = [
  'Gulzar',
  'Chambeli',
  'Nargis',
  'Mehr',
  'Roshni',
  'Noor',
  'Sitara',
  'Kehkashan',
  'Anmol',
  'Zeenat',
  'Shehrzad',
  'Bahar',
]
const firm = [
  'Al-Madina',
  'Al-Karam House',
  'Bismillah',
  'New Pak',
  'Star',
  'Crescent',
  'Indus',
  'Margalla',
  'Khyber',
  'Shaheen',
  'Ravi',
  'Chenab',
]

/** By code; the places name the trades that they are known for. */
export const trades: Readonly<Record<string, Trade>> = {
  lawn: {
    kinds: ['lawnSuit', 'kurti', 'dupatta'],
    shopNames: ['{w} Fabrics', '{w} Lawn House', '{f} Cloth House', '{w} Textiles {c}'],
    words: flowers,
  },
  stitched: {
    kinds: ['suit', 'kurta', 'kurti', 'waistcoat'],
    shopNames: ['{w} Garments', '{f} Menswear', '{w} Libas', '{w} Boutique'],
    words: [...flowers, 'Libaas', 'Poshak'],
  },
  shoes: {
    kinds: ['khussa', 'chappal'],
    shopNames: ['{w} Khussa Mahal', '{f} Shoes', '{c} Khussa House', '{w} Footwear'],
    words: flowers,
  },
  books: {
    kinds: ['book', 'schoolBag'],
    shopNames: ['{w} Book Depot', '{f} Publishers', 'Kitab Ghar {c}', '{w} Books and Stationers'],
    words: ['Ilm', 'Danish', 'Qalam', 'Adab', 'Maktaba', 'Sukhan'],
  },
  gadgets: {
    kinds: ['phoneCase', 'charger', 'earbuds'],
    shopNames: ['{w} Mobile Zone', '{f} Electronics', '{w} Gadgets', '{w} Accessories {c}'],
    words: ['Smart', 'Tech', 'Galaxy', 'Digital', 'Mobilink', 'Easy', 'Cell', 'Power'],
  },
  jewellery: {
    kinds: ['jhumka', 'bangles'],
    shopNames: ['{w} Jewels', '{f} Jewellers', '{w} Bangles', 'Churi Ghar {c}'],
    words: [...flowers, 'Kundan', 'Zewar'],
  },
  kitchen: {
    kinds: ['cookware', 'chaiSet', 'teaCups'],
    shopNames: ['{w} Crockery', '{f} Steel Works', '{w} Kitchenware', '{c} Bartan House'],
    words: firm,
  },
  care: {
    kinds: ['attar', 'soap', 'oil'],
    shopNames: ['{w} Attar House', '{w} Naturals', '{f} Perfumers', '{w} Herbal'],
    words: ['Oud', 'Gulab', 'Sandal', 'Khushboo', 'Mushk', 'Raihan'],
  },
  bedding: {
    kinds: ['bedsheet', 'prayerMat', 'quilt'],
    shopNames: ['{w} Home Textiles', '{f} Bedding', '{w} Linen {c}'],
    words: firm,
  },
  sports: {
    kinds: ['football', 'cricketBat'],
    shopNames: ['{w} Sports', '{f} Sports Works', '{c} Sports Company', '{w} Cricket House'],
    words: [...firm, 'Champion', 'Century', 'Olympia'],
  },
  surgical: {
    kinds: ['instruments'],
    shopNames: ['{w} Surgical', '{f} Surgical Works', '{c} Instruments', '{w} Surgico'],
    words: firm,
  },
  leather: {
    kinds: ['wallet', 'schoolBag'],
    shopNames: ['{w} Leather', '{f} Leather Craft', '{w} Hides {c}'],
    words: firm,
  },
  pottery: {
    kinds: ['vase', 'plate', 'onyxBowl'],
    shopNames: ['{w} Blue Pottery', '{f} Kashigari', '{c} Pottery', '{w} Handicrafts'],
    words: ['Kashi', 'Neelam', 'Saraiki', 'Sufi', 'Firoza'],
  },
  lamps: {
    kinds: ['lamp', 'onyxBowl', 'kettle'],
    shopNames: ['{w} Camel-skin Lamps', '{f} Handicrafts', '{w} Lights {c}'],
    words: ['Cholistan', 'Roohi', 'Saraiki', 'Naqsh', 'Noor'],
  },
  fans: {
    kinds: ['fan'],
    shopNames: ['{w} Fans', '{f} Electric', '{c} Fans', '{w} Electric Industries'],
    words: firm,
  },
  furniture: {
    kinds: ['chair', 'woodenBox'],
    shopNames: ['{w} Woodcraft', '{f} Furniture', '{c} Carvers', '{w} Sheesham House'],
    words: ['Sheesham', 'Royal', 'Shahi', 'Naqsh', 'Taj', 'Nawab'],
  },
  pakhtun: {
    kinds: ['chappal', 'pakol', 'waistcoat'],
    shopNames: ['{w} Chappal House', '{f} Traders', '{w} Bazaar {c}'],
    words: ['Khyber', 'Pakhtun', 'Frontier', 'Zalmay', 'Durrani'],
  },
  nuts: {
    kinds: ['nuts', 'honey'],
    shopNames: ['{w} Dry Fruits', '{f} Dry Fruit', '{c} Dry Fruit', '{w} Naturals'],
    words: ['Himalaya', 'Rakaposhi', 'Pamir', 'Bolan', 'Kohistan', 'Ziarat'],
  },
  brass: {
    kinds: ['brassPot', 'kettle', 'cookware'],
    shopNames: ['{w} Brass House', '{f} Metal Works', '{w} Handicrafts {c}'],
    words: ['Misgar', 'Khyber', 'Darbar', 'Naqsh'],
  },
  rugs: {
    kinds: ['rug', 'prayerMat'],
    shopNames: ['{w} Carpets', '{f} Rugs', '{c} Carpet House', '{w} Qaleen'],
    words: ['Bokhara', 'Herat', 'Turkoman', 'Kashan', 'Shiraz'],
  },
  shawls: {
    kinds: ['shawl', 'dupatta'],
    shopNames: ['{w} Shawls', '{f} Shawl House', '{c} Pashmina', '{w} Handloom'],
    words: ['Islampur', 'Kashmir', 'Pashm', 'Chinar', 'Zaffran'],
  },
  honey: {
    kinds: ['honey', 'nuts'],
    shopNames: ['{w} Honey', '{f} Bee Farm', '{w} Organics {c}'],
    words: ['Beri', 'Sidr', 'Phulai', 'Kohistan', 'Mountain'],
  },
  dates: {
    kinds: ['dates', 'sweets'],
    shopNames: ['{w} Dates', '{f} Khajoor', '{c} Dates Company', '{w} Palm Farms'],
    words: ['Aseel', 'Begum Jangi', 'Mehran', 'Panjgur', 'Nakhl'],
  },
  sindh: {
    kinds: ['ajrakShawl', 'topi', 'quilt'],
    shopNames: ['{w} Ajrak House', 'Sindh {w} Ghar', '{f} Handicrafts', '{c} Ajrak'],
    words: ['Mehran', 'Sassui', 'Hunar', 'Marvi', 'Latifi', 'Sehwan'],
  },
  baloch: {
    kinds: ['kurti', 'topi', 'rug'],
    shopNames: ['{w} Embroidery', '{f} Doch', '{w} Handicrafts {c}'],
    words: ['Makran', 'Bolan', 'Doch', 'Sarawan', 'Gwadar'],
  },
  embroidery: {
    kinds: ['dupatta', 'quilt', 'kurti'],
    shopNames: ['{w} Embroidery', '{f} Chunri', '{w} Chunri Mahal'],
    words: [...flowers, 'Cholistan', 'Gota'],
  },
  sweets: {
    kinds: ['sweets', 'pack'],
    shopNames: ['{w} Sweets', 'Hafiz {f} Halwa', '{c} Sohan Halwa', '{w} Mithai'],
    words: ['Rewari', 'Shireen', 'Nafees', 'Khas'],
  },
  spices: {
    kinds: ['spices', 'pack'],
    shopNames: ['{w} Masala', '{f} Spices', '{c} Masala House', '{w} Foods'],
    words: ['Zaiqa', 'Chaska', 'Lazeez', 'Khanpur', 'Desi'],
  },
  rice: {
    kinds: ['rice', 'spices'],
    shopNames: ['{w} Rice Mills', '{f} Rice', '{w} Basmati', '{c} Rice Company'],
    words: ['Chenab', 'Kernel', 'Punjab', 'Sona', 'Shahi'],
  },
  bags: {
    kinds: ['schoolBag', 'wallet', 'phoneCase'],
    shopNames: ['{w} Bags', '{f} Bag House', '{w} Travel Store'],
    words: firm,
  },
}
