import { type Colour, type ColourCode, colourOf, dark, fade, pale } from './drawing.ts'
import { type DrawingName, drawingOf, type MadePicture, type PictureOrder } from './pictures.ts'
import type { Chance } from './random.ts'
import type { Past, Person } from './story.ts'
import { day, hour, officeTime } from './times.ts'

/** A picture of the library, drawn in the size of the place that it is for. */
interface ShopPicture {
  name: string
  alt: string
  /** The size of its place, and how much larger than that it is drawn. */
  slot: { width: number; height: number }
  scale: number
  ground: ColourCode
  /** The goods that stand before the ground, from the end of the line of text. */
  goods: readonly (readonly [DrawingName, ColourCode])[]
}

const slider = { width: 1550, height: 560 }
const subSlider = { width: 343, height: 164 }
const popular = { width: 450, height: 170 }
const icon = { width: 43, height: 43 }

/** What the shop window of a marketplace like this one shows, by the places that it is for. */
const shopPictures: readonly ShopPicture[] = [
  {
    name: 'Lawn collection, slider',
    alt: 'Three-piece lawn suits beside an embroidered dupatta',
    slot: slider,
    scale: 1,
    ground: 'rose',
    goods: [
      ['lawnSuit', 'emerald'],
      ['dupatta', 'mustard'],
    ],
  },
  {
    name: 'Blue pottery of Multan, slider',
    alt: 'A blue vase and a painted plate from Multan',
    slot: slider,
    scale: 1,
    ground: 'cobalt',
    goods: [
      ['vase', 'cobalt'],
      ['plate', 'teal'],
    ],
  },
  {
    name: 'Winter shawls, slider',
    alt: 'Woollen shawls and a rilli quilt',
    slot: slider,
    scale: 1,
    ground: 'plum',
    goods: [
      ['shawl', 'maroon'],
      ['quilt', 'indigo'],
    ],
  },
  {
    name: 'Dry fruit from Quetta',
    alt: 'A pouch of almonds with some in front of it',
    slot: subSlider,
    scale: 2,
    ground: 'tan',
    goods: [['nuts', 'brown']],
  },
  {
    name: 'Chai corner',
    alt: 'Four painted tea cups',
    slot: subSlider,
    scale: 2,
    ground: 'rust',
    goods: [['teaCups', 'red']],
  },
  {
    name: 'Khussa of Bahawalpur',
    alt: 'A pair of embroidered khussa shoes',
    slot: popular,
    scale: 2,
    ground: 'gold',
    goods: [['khussa', 'maroon']],
  },
  {
    name: 'Cricket season',
    alt: 'A cricket bat from Sialkot',
    slot: popular,
    scale: 2,
    ground: 'green',
    goods: [['cricketBat', 'tan']],
  },
  {
    name: 'Carpets and rugs',
    alt: 'A hand-knotted rug in red and gold',
    slot: popular,
    scale: 2,
    ground: 'brown',
    goods: [['rug', 'red']],
  },
  {
    name: 'Wedding season, tall',
    alt: 'A stack of gold bangles',
    slot: { width: 1410, height: 1770 },
    scale: 0.5,
    ground: 'maroon',
    goods: [['bangles', 'gold']],
  },
  {
    name: 'Brass and copper',
    alt: 'A polished brass pot',
    slot: { width: 690, height: 315 },
    scale: 1,
    ground: 'teal',
    goods: [['brassPot', 'gold']],
  },
  {
    name: 'Attar from Lahore',
    alt: 'A small bottle of attar',
    slot: { width: 330, height: 315 },
    scale: 2,
    ground: 'ivory',
    goods: [['attar', 'gold']],
  },
  { name: 'Icon, delivery', alt: '', slot: icon, scale: 2, ground: 'white', goods: [['pack', 'tan']] },
  { name: 'Icon, gifts', alt: '', slot: icon, scale: 2, ground: 'white', goods: [['woodenBox', 'brown']] },
  {
    name: 'Mark of the shop',
    alt: 'A brass lamp, the mark of the shop',
    slot: { width: 512, height: 512 },
    scale: 1,
    ground: 'ivory',
    goods: [['lamp', 'gold']],
  },
]

/** The orders for these pictures, each by its name. */
export function mediaOrders(): PictureOrder[] {
  return shopPictures.map((picture) => ({
    name: picture.name,
    shelf: 'media',
    svg: () => bannerOf(picture, picture.scale),
    thumbnail: () => bannerOf(picture, 96 / Math.max(picture.slot.width, picture.slot.height)),
  }))
}

/** The rows of the library, with what was cut for the places: the pictures were drawn in their sizes. */
export function mediaRows(chance: Chance, now: Date, made: ReadonlyMap<string, MadePicture>, by: Person) {
  const media: Record<string, unknown>[] = []
  const media_renditions: Record<string, unknown>[] = []
  const audit: Past['audit'] = []
  for (const [index, { name, alt, slot }] of shopPictures.entries()) {
    const picture = made.get(name)
    if (!picture) throw new Error(`${name} was not drawn`)
    const { hash, width, height, bytes } = picture
    const since = new Date(now.getTime() - (40 - index) * day)
    const created_at = officeTime(new Date(since.getTime() + index * hour), since, now)
    const id = chance.idAt(created_at)
    const is_decorative = alt === ''
    media.push({
      ...{ id, name, alt, is_decorative, hash, thumbnail: hash, width, height, bytes },
      ...{ focal_x: 0.5, focal_y: 0.5, version: 1, created_at, created_by: by.username },
    })
    media_renditions.push({
      ...{ media_id: id, hash, original: hash, slot_width: slot.width, slot_height: slot.height },
      ...{ width, height, created_at },
    })
    audit.push({
      ...{ id: chance.idAt(created_at), at: created_at, actor_kind: 'person', actor_id: by.id },
      ...{ actor_name: by.username, action: 'add picture', subject_type: 'picture', subject_id: id },
      ...{
        subject_name: name,
        before: null,
        after: { file: hash },
        reason: null,
        request_id: chance.idAt(created_at),
      },
    })
  }
  return { media, media_renditions, audit }
}

/** Goods before a soft ground in the size of a place. */
function bannerOf({ slot, ground, goods }: ShopPicture, scale: number): string {
  const { width, height } = slot
  const colour: Colour = colourOf(ground)
  const side = Math.min(height * 0.92, width * 0.92)
  const step = goods.length > 1 ? Math.min(side * 0.9, width / 2 / goods.length) : 0
  const isTall = width < height * 1.4
  const first = isTall ? (width - side) / 2 : width - side * 1.04
  const drawn = goods.map(([drawing, code], index) => {
    const { defs = '', body } = drawingOf(drawing, code)
    const own = (svg: string) => svg.replace(/(id="|url\(#|href="#)/g, `$1g${index}-`)
    const place = `x="${Math.round(first - index * step)}" y="${Math.round((height - side) / 2)}"`
    return `<svg ${place} width="${Math.round(side)}" height="${Math.round(side)}" viewBox="0 0 640 640"><defs>${own(defs)}</defs>${own(body)}</svg>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="0 0 ${width} ${height}"><defs>`,
    fade(
      'ground',
      'across',
      [0, pale(colour.base, 0.78)],
      [0.55, pale(colour.base, 0.55)],
      [1, dark(colour.base, 0.12)],
    ),
    `</defs><rect width="${width}" height="${height}" fill="url(#ground)"/>`,
    `<circle cx="${width * 0.82}" cy="${height * 0.5}" r="${height * 0.62}" fill="#ffffff" fill-opacity=".16"/>`,
    ...drawn,
    '</svg>',
  ].join('')
}
