import { type Kind, kindOf } from './kind.ts'

/** Pottery, brass, furniture, crockery and lamps. */
export const homeKinds: readonly Kind[] = [
  kindOf(['Blue pottery', 'vase', ['cobalt', 'teal', 'emerald'], [950, 9850], 1.6, [24, 24, 36]], {
    names: [
      'Blue pottery vase',
      'Kashigari flower vase',
      'Multani ginger jar',
      'Glazed surahi',
      'Tall vase with vine',
    ],
    variants: ['8 inch', '10 inch', '14 inch'],
    about: 'Thrown, painted and fired in Multan in the old way of kashigari.',
    points: ['Painted by hand', 'Lead-free glaze', 'Packed in straw and foam'],
    urdu: {
      names: ['ملتانی نیلی پوٹری گلدان', 'کاشی گری صراحی'],
      about: 'ملتان کے کاریگروں کا ہاتھ سے بنا نیلا گلدان۔',
    },
  }),
  kindOf(['Blue pottery', 'plate', ['cobalt', 'teal', 'rust'], [650, 5450], 1.1, [32, 32, 6]], {
    names: [
      'Blue pottery wall plate',
      'Kashigari serving plate',
      'Dinner plate, hand painted',
      'Decoration plate with star',
    ],
    variants: ['8 inch', '10 inch', '12 inch'],
    about: 'Plate with the flowers and vines of Multan, for the wall or the table.',
    points: ['Painted by hand', 'Hook at the back'],
    urdu: { names: ['نیلی پوٹری پلیٹ'], about: 'دیوار یا میز کے لیے ہاتھ سے رنگی ملتانی پلیٹ۔' },
  }),
  kindOf(['Onyx', 'onyxBowl', ['emerald', 'ivory', 'rust'], [850, 7900], 2.2, [26, 26, 16]], {
    names: ['Onyx bowl', 'Onyx fruit bowl', 'Onyx candle bowl', 'Marble mortar', 'Onyx footed bowl'],
    variants: ['5 inch', '7 inch', '9 inch'],
    about: 'Turned from one block of Balochistan onyx; the veins differ from piece to piece.',
    points: ['Natural stone', 'Polished by hand'],
  }),
  kindOf(['Brass and copper', 'brassPot', ['gold', 'silver', 'rust'], [1850, 15900], 2.4, [30, 26, 38]], {
    names: [
      'Brass surahi, engraved',
      'Brass aftaba',
      'Copper jug with lid',
      'Engraved brass ewer',
      'Brass samovar',
    ],
    variants: ['1 litre', '2 litre', '3 litre'],
    about: 'Beaten and engraved in the Misgaran bazaar of Peshawar.',
    points: ['Tinned inside', 'Engraved by hand'],
  }),
  kindOf(['Crockery', 'chaiSet', ['emerald', 'cobalt', 'rose'], [1950, 8900], 3.4, [42, 34, 26]], {
    names: [
      'Chai set for six',
      'Bone china tea set',
      'Printed tea set',
      'Tea set with teapot',
      'Stoneware chai set',
    ],
    variants: ['13 pieces', '15 pieces', '22 pieces'],
    about: 'Teapot, cups and saucers with a small flower, safe for the dishwasher.',
    points: ['Packed piece by piece', 'Replacement for broken pieces within 7 days'],
    urdu: { names: ['چائے سیٹ، چھ افراد کے لیے'], about: 'چھ افراد کے لیے پھول دار چائے کا سیٹ۔' },
  }),
  kindOf(['Camel-skin lamps', 'lamp', ['mustard', 'rust', 'teal'], [1450, 12500], 1.3, [30, 30, 42]], {
    names: [
      'Camel-skin table lamp',
      'Naqqashi lamp',
      'Camel-skin lamp with wooden base',
      'Bedside lamp of Multan',
    ],
    variants: ['10 inch', '14 inch', '18 inch'],
    about: 'Camel skin, shaped on clay, painted with the brush of the naqqash; gives a warm light.',
    points: ['With cable and holder', 'Bulb not included'],
    urdu: {
      names: ['اونٹ کی کھال کا لیمپ', 'نقاشی لیمپ'],
      about: 'ملتان کا مشہور اونٹ کی کھال کا لیمپ، ہاتھ کی نقاشی۔',
    },
  }),
  kindOf(['Furniture', 'chair', ['brown', 'tan', 'black'], [14500, 68000], 14, [70, 65, 110]], {
    names: [
      'Carved sheesham chair',
      'Chinioti armchair',
      'Bedroom chair, carved',
      'Dining chair in sheesham',
      'Royal chair with brass inlay',
    ],
    variants: ['', 'Single', 'Pair'],
    about: 'Seasoned sheesham, carved in Chiniot, with a cushioned seat.',
    points: ['Solid sheesham', 'Seasoned wood', 'Delivery by cargo'],
  }),
  kindOf(['Furniture', 'woodenBox', ['brown', 'tan', 'maroon'], [1250, 24500], 3.1, [40, 28, 24]], {
    names: [
      'Carved jewellery box',
      'Brass inlay chest',
      'Chinioti dowry box',
      'Dry fruit box, carved',
      'Wooden box with lock',
    ],
    variants: ['Small', 'Medium', 'Large'],
    about: 'Box of sheesham with stars of brass wire laid into the lid.',
    points: ['Velvet inside', 'Brass lock'],
    urdu: {
      names: ['چنیوٹی لکڑی کا ڈبہ', 'پیتل جڑائی والا صندوق'],
      about: 'شیشم کی لکڑی، پیتل کی جڑائی، چنیوٹ کی کاریگری۔',
    },
  }),
  kindOf(['Cookware', 'cookware', ['silver', 'rust'], [1450, 9850], 2.8, [36, 34, 22]], {
    names: [
      'Steel degchi with lid',
      'Non-stick handi',
      'Pressure pot',
      'Copper-bottom pan',
      'Biryani deg',
      'Aluminium karahi with lid',
    ],
    variants: ['3 litre', '5 litre', '8 litre'],
    about: 'Heavy base, even heat, handles riveted for life.',
    points: ['Thick base', 'For gas and electric stoves', 'One year warranty'],
  }),
  kindOf(['Truck art', 'kettle', ['red', 'teal', 'mustard'], [1250, 5950], 1.2, [26, 24, 26]], {
    names: ['Truck-art kettle', 'Painted chainak', 'Truck-art tea kettle', 'Enamel kettle, hand painted'],
    variants: ['Small', 'Medium', 'Large'],
    about: 'Enamel kettle, painted by truck artists of Rawalpindi with peacocks and flowers.',
    points: ['Enamel paint', 'For decoration and for tea'],
  }),
  kindOf(['Fans', 'fan', ['sky', 'white'], [6450, 18900], 7.5, [52, 30, 60]], {
    names: [
      'Pedestal fan, AC/DC inverter',
      'Pedestal fan, copper winding',
      'Table fan',
      'Solar DC fan',
      'Bracket fan',
    ],
    variants: ['18 inch', '20 inch', '24 inch'],
    about: 'Made in Gujrat with pure copper winding; runs on mains and on a solar battery.',
    points: ['Two years warranty', '99.9 % copper winding', 'Energy saver'],
  }),
  kindOf(['Crockery', 'teaCups', ['cobalt', 'rust'], [650, 3450], 1.7, [30, 24, 14]], {
    names: ['Set of four mugs', 'Stoneware cups', 'Doodh patti cups', 'Glazed kulhar cups', 'Enamel mugs'],
    variants: ['250 ml', '300 ml', 'Set of 6'],
    about: 'Cups for strong tea, glazed inside and outside.',
    points: ['Dishwasher safe', 'Keeps warm for long'],
  }),
]
