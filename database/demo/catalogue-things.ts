import type { Kind } from './kind.ts'

type Row = readonly [
  category: string,
  drawing: Kind['drawing'],
  colours: string,
  price: readonly [number, number],
  weight: number,
  box: readonly [number, number, number],
]

/** One line for the numbers, then the words; a star before the colours keeps them out of the names. */
function kind(row: Row, words: Omit<Kind, 'category' | 'drawing' | 'colours' | 'price' | 'weight' | 'box' | 'isNamedByColour'>): Kind {
  const [category, drawing, colours, price, weight, box] = row
  return {
    category,
    drawing,
    colours: colours.replace('*', '').split(' ') as unknown as Kind['colours'],
    isNamedByColour: !colours.startsWith('*'),
    price,
    weight,
    box,
    ...words,
  }
}

const shoeSizes = ['Size 37', 'Size 39', 'Size 41', 'Size 43']

/** Pottery, brass, furniture, shoes, sports goods, gadgets, books and jewellery. */
export const thingKinds: readonly Kind[] = [
  kind(['Blue pottery', 'vase', 'cobalt teal emerald', [950, 9850], 1.6, [24, 24, 36]], {
    names: ['Blue pottery vase', 'Kashigari flower vase', 'Multani ginger jar', 'Glazed surahi', 'Tall vase with vine'],
    variants: ['8 inch', '10 inch', '14 inch'],
    about: 'Thrown, painted and fired in Multan in the old way of kashigari.',
    points: ['Painted by hand', 'Lead-free glaze', 'Packed in straw and foam'],
    urdu: { names: ['ملتانی نیلی پوٹری گلدان', 'کاشی گری صراحی'], about: 'ملتان کے کاریگروں کا ہاتھ سے بنا نیلا گلدان۔' },
  }),
  kind(['Blue pottery', 'plate', 'cobalt teal rust', [650, 5450], 1.1, [32, 32, 6]], {
    names: ['Blue pottery wall plate', 'Kashigari serving plate', 'Dinner plate, hand painted', 'Decoration plate with star'],
    variants: ['8 inch', '10 inch', '12 inch'],
    about: 'Plate with the flowers and vines of Multan, for the wall or the table.',
    points: ['Painted by hand', 'Hook at the back'],
    urdu: { names: ['نیلی پوٹری پلیٹ'], about: 'دیوار یا میز کے لیے ہاتھ سے رنگی ملتانی پلیٹ۔' },
  }),
  kind(['Onyx', 'onyxBowl', 'emerald ivory rust', [850, 7900], 2.2, [26, 26, 16]], {
    names: ['Onyx bowl', 'Onyx fruit bowl', 'Onyx candle bowl', 'Marble mortar', 'Onyx footed bowl'],
    variants: ['5 inch', '7 inch', '9 inch'],
    about: 'Turned from one block of Balochistan onyx; the veins differ from piece to piece.',
    points: ['Natural stone', 'Polished by hand'],
  }),
  kind(['Brass and copper', 'brassPot', 'gold silver rust', [1850, 15900], 2.4, [30, 26, 38]], {
    names: ['Brass surahi, engraved', 'Brass aftaba', 'Copper jug with lid', 'Engraved brass ewer', 'Brass samovar'],
    variants: ['1 litre', '2 litre', '3 litre'],
    about: 'Beaten and engraved in the Misgaran bazaar of Peshawar.',
    points: ['Tinned inside', 'Engraved by hand'],
  }),
  kind(['Crockery', 'chaiSet', 'emerald cobalt rose', [1950, 8900], 3.4, [42, 34, 26]], {
    names: ['Chai set for six', 'Bone china tea set', 'Printed tea set', 'Tea set with teapot', 'Stoneware chai set'],
    variants: ['13 pieces', '15 pieces', '22 pieces'],
    about: 'Teapot, cups and saucers with a small flower, safe for the dishwasher.',
    points: ['Packed piece by piece', 'Replacement for broken pieces within 7 days'],
    urdu: { names: ['چائے سیٹ، چھ افراد کے لیے'], about: 'چھ افراد کے لیے پھول دار چائے کا سیٹ۔' },
  }),
  kind(['Camel-skin lamps', 'lamp', 'mustard rust teal', [1450, 12500], 1.3, [30, 30, 42]], {
    names: ['Camel-skin table lamp', 'Naqqashi lamp', 'Camel-skin lamp with wooden base', 'Bedside lamp of Multan'],
    variants: ['10 inch', '14 inch', '18 inch'],
    about: 'Camel skin, shaped on clay, painted with the brush of the naqqash; gives a warm light.',
    points: ['With cable and holder', 'Bulb not included'],
    urdu: { names: ['اونٹ کی کھال کا لیمپ', 'نقاشی لیمپ'], about: 'ملتان کا مشہور اونٹ کی کھال کا لیمپ، ہاتھ کی نقاشی۔' },
  }),
  kind(['Furniture', 'chair', 'brown tan black', [14500, 68000], 14, [70, 65, 110]], {
    names: ['Carved sheesham chair', 'Chinioti armchair', 'Bedroom chair, carved', 'Dining chair in sheesham', 'Royal chair with brass inlay'],
    variants: ['', 'Single', 'Pair'],
    about: 'Seasoned sheesham, carved in Chiniot, with a cushioned seat.',
    points: ['Solid sheesham', 'Seasoned wood', 'Delivery by cargo'],
  }),
  kind(['Furniture', 'woodenBox', 'brown tan maroon', [1250, 24500], 3.1, [40, 28, 24]], {
    names: ['Carved jewellery box', 'Brass inlay chest', 'Chinioti dowry box', 'Dry fruit box, carved', 'Wooden box with lock'],
    variants: ['Small', 'Medium', 'Large'],
    about: 'Box of sheesham with stars of brass wire laid into the lid.',
    points: ['Velvet inside', 'Brass lock'],
    urdu: { names: ['چنیوٹی لکڑی کا ڈبہ', 'پیتل جڑائی والا صندوق'], about: 'شیشم کی لکڑی، پیتل کی جڑائی، چنیوٹ کی کاریگری۔' },
  }),
  kind(['Cookware', 'cookware', 'silver rust', [1450, 9850], 2.8, [36, 34, 22]], {
    names: ['Steel degchi with lid', 'Non-stick handi', 'Pressure pot', 'Copper-bottom pan', 'Biryani deg', 'Aluminium karahi with lid'],
    variants: ['3 litre', '5 litre', '8 litre'],
    about: 'Heavy base, even heat, handles riveted for life.',
    points: ['Thick base', 'For gas and electric stoves', 'One year warranty'],
  }),
  kind(['Truck art', 'kettle', 'red teal mustard', [1250, 5950], 1.2, [26, 24, 26]], {
    names: ['Truck-art kettle', 'Painted chainak', 'Truck-art tea kettle', 'Enamel kettle, hand painted'],
    variants: ['Small', 'Medium', 'Large'],
    about: 'Enamel kettle, painted by truck artists of Rawalpindi with peacocks and flowers.',
    points: ['Enamel paint', 'For decoration and for tea'],
  }),
  kind(['Fans', 'fan', 'sky white', [6450, 18900], 7.5, [52, 30, 60]], {
    names: ['Pedestal fan, AC/DC inverter', 'Pedestal fan, copper winding', 'Table fan', 'Solar DC fan', 'Bracket fan'],
    variants: ['18 inch', '20 inch', '24 inch'],
    about: 'Made in Gujrat with pure copper winding; runs on mains and on a solar battery.',
    points: ['Two years warranty', '99.9 % copper winding', 'Energy saver'],
  }),
  kind(['Crockery', 'teaCups', 'cobalt rust', [650, 3450], 1.7, [30, 24, 14]], {
    names: ['Set of four mugs', 'Stoneware cups', 'Doodh patti cups', 'Glazed kulhar cups', 'Enamel mugs'],
    variants: ['250 ml', '300 ml', 'Set of 6'],
    about: 'Cups for strong tea, glazed inside and outside.',
    points: ['Dishwasher safe', 'Keeps warm for long'],
  }),
  kind(['Khussa', 'khussa', 'maroon emerald mustard', [1450, 5850], 0.6, [32, 20, 11]], {
    names: ['Multani khussa', 'Tilla-work khussa', 'Khussa with mirror work', 'Bridal khussa', 'Plain leather khussa', 'Khussa for men', 'Bahawalpuri khussa'],
    variants: shoeSizes,
    about: 'Leather khussa with thread work, padded sole, made by hand.',
    points: ['Real leather', 'Padded insole', 'Left and right shaped'],
    urdu: { names: ['ملتانی کھسہ', 'تلے والا کھسہ', 'بہاولپوری کھسہ'], about: 'اصلی چمڑے کا کھسہ، ہاتھ کا کام، نرم تلا۔' },
  }),
  kind(['Chappals and sandals', 'chappal', 'tan black brown', [1650, 6450], 0.9, [33, 22, 12]], {
    names: ['Peshawari chappal', 'Kaptaan chappal', 'Charsadda chappal', 'Zalmi chappal', 'Norozi chappal', 'Quetta chappal'],
    variants: shoeSizes,
    about: 'Cross-strap chappal of cow leather on a sole of tyre rubber that lasts for years.',
    points: ['Cow leather', 'Tyre sole', 'Brass buckle'],
    urdu: { names: ['پشاوری چپل', 'چارسدہ چپل'], about: 'اصلی چمڑے کی پشاوری چپل، مضبوط ٹائر سول۔' },
  }),
  kind(['Footballs', 'football', 'cobalt red black', [1150, 6850], 0.5, [24, 24, 24]], {
    names: ['Hand-stitched match football', 'Thermo-bonded football', 'Training football', 'Futsal ball', 'Street football', 'Promotional football'],
    variants: ['Size 3', 'Size 4', 'Size 5'],
    about: 'Made in Sialkot to the weight and the roundness of the match rules.',
    points: ['Butyl bladder', 'PU cover', 'Comes deflated'],
  }),
  kind(['Cricket', 'cricketBat', 'red emerald cobalt', [1850, 38500], 1.3, [90, 14, 9]], {
    names: ['English willow bat', 'Kashmir willow bat', 'Tape-ball bat', 'Junior bat', 'Coconut-shape tape bat', 'Bat with two grips'],
    variants: ['Short handle', 'Long handle', 'Size 6', 'Harrow'],
    about: 'Pressed and knocked in, ready to play, with a full cover.',
    points: ['Straight grains', 'Cane handle', 'Cover included'],
  }),
  kind(['Surgical instruments', 'instruments', 'teal indigo', [450, 14500], 0.7, [30, 20, 5]], {
    names: ['Dissection set', 'Suture set', 'Dental extraction set', 'Manicure kit', 'Operating scissors', 'Mosquito forceps', 'Veterinary set'],
    variants: ['5 pieces', '12 pieces', '20 pieces'],
    about: 'Forged in Sialkot from stainless steel, passivated, for use again and again.',
    points: ['Stainless steel AISI 420', 'Autoclavable', 'CE marked'],
  }),
  kind(['Phone cases', 'phoneCase', 'teal black rose', [350, 2450], 0.09, [18, 10, 2]], {
    names: ['Truck-art phone case', 'Printed phone case', 'Shockproof case', 'Matte silicone case', 'Case with ring'],
    variants: ['for Galaxy A16', 'for Redmi 14C', 'for Infinix Hot 50', 'for iPhone 15', 'for Tecno Spark 30'],
    about: 'Case with raised edges for screen and camera, printed with colours that do not rub off.',
    points: ['Precise cut-outs', 'Soft edges'],
  }),
  kind(['Chargers and cables', 'charger', 'white black grey', [450, 4950], 0.18, [14, 10, 6]], {
    names: ['Fast charger with cable', 'GaN charger', 'Dual-port charger', 'Car charger', 'Wireless charging pad'],
    variants: ['18 W', '25 W', '33 W', '65 W'],
    about: 'Charges quickly and stays cool, made for the swings of the local mains.',
    points: ['Surge protection', 'Six months warranty', 'Type C cable included'],
  }),
  kind(['Earbuds and handsfree', 'earbuds', 'white black indigo', [950, 8950], 0.15, [12, 10, 5]], {
    names: ['Wireless earbuds', 'Earbuds with noise reduction', 'Gaming earbuds', 'Handsfree with mic', 'Neckband'],
    variants: ['', 'Pro', 'Lite'],
    about: 'Clear calls and deep bass, with a case that charges four times.',
    points: ['Up to 24 hours with case', 'Bluetooth 5.3', 'Check warranty'],
  }),
  kind(['Books in Urdu', 'book', '*emerald maroon indigo', [350, 2850], 0.5, [23, 16, 3]], {
    names: ['Collected ghazals, hardcover', 'Urdu short stories', 'Travels in the north', 'Urdu primer for children', 'History of the Indus', 'Cookbook of the Punjab', 'Tales for children'],
    variants: ['Paperback', 'Hardcover', 'New edition'],
    about: 'Printed in Lahore on cream paper, clear Nastaliq.',
    points: ['Offset paper', 'Sewn binding'],
    urdu: { names: ['کلیاتِ غزل', 'بچوں کی کہانیاں', 'سفرنامہ شمال', 'اردو افسانے', 'دسترخوان'], about: 'عمدہ کاغذ پر صاف نستعلیق میں چھپی کتاب، مضبوط جلد۔' },
  }),
  kind(['School bags', 'schoolBag', 'cobalt red black', [1250, 4850], 0.8, [44, 32, 18]], {
    names: ['School bag with three pockets', 'College backpack', 'Kids trolley bag', 'Laptop backpack', 'Water-resistant backpack'],
    variants: ['14 inch', '16 inch', '18 inch'],
    about: 'Strong zips, padded straps and a back that breathes.',
    points: ['Bottle pockets', 'Padded straps', 'Double stitching'],
  }),
  kind(['Leather goods', 'wallet', 'brown black tan', [850, 6450], 0.2, [14, 11, 4]], {
    names: ['Leather wallet', 'Card holder', 'Leather wallet with coin pocket', 'Ladies clutch', 'Passport holder'],
    variants: ['', 'Gift box'],
    about: 'Full-grain cow leather from the tanneries of Kasur and Sialkot.',
    points: ['Real leather', 'Eight card slots', 'RFID lining'],
  }),
  kind(['Jewellery', 'jhumka', 'rose emerald cobalt', [450, 5950], 0.08, [10, 8, 4]], {
    names: ['Jhumka with pearls', 'Kundan earrings', 'Polki jhumka', 'Silver-plated jhumka', 'Bridal earrings with sahara'],
    variants: ['', 'Small', 'Large'],
    about: 'Gold-plated earrings with stones set by hand; light enough for a long evening.',
    points: ['Does not turn black', 'Nickel free'],
  }),
  kind(['Bangles', 'bangles', 'red emerald plum', [250, 3250], 0.3, [12, 12, 10]], {
    names: ['Glass bangles of Hyderabad', 'Metal bangles', 'Bangles with stones', 'Bridal chura', 'Velvet bangles'],
    variants: ['Size 2.4', 'Size 2.6', 'Size 2.8'],
    about: 'A dozen and more, matched in colour, from the ovens of Hyderabad.',
    points: ['Smooth edges', 'Packed in a box'],
    urdu: { names: ['حیدرآبادی کانچ کی چوڑیاں', 'دلہن چوڑا'], about: 'حیدرآباد کی مشہور کانچ کی چوڑیاں، خوبصورت ڈبے میں۔' },
  }),
]
