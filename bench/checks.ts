// npm run bench:checks: what each check of listings finds of the cases that were planted among 2,000 listings of the demo,
// and how often pictures look alike that are not the same.
import sharp from 'sharp'
import { demoPictureNames, measureChecks } from '#database/demo/listing-cases.ts'
import { orderNamed } from '#database/demo/pictures.ts'
import { checks } from '#features/products/checks/contract.ts'
import {
  differingBits,
  pictureHash,
  pictureKeys,
  writingIn,
} from '#features/products/likeness/server/rules.ts'
import { greyPixels } from '#kit/server/images.ts'

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
console.log('| Check | Planted | Found | Right | Precision | Recall |')
console.log('|---|---|---|---|---|---|')
for (const { check, planted, found, right, precision, recall } of measureChecks(2000, 40)) {
  console.log(`| ${check} | ${planted} | ${found} | ${right} | ${percent(precision)} | ${percent(recall)} |`)
}

interface Picture {
  /** The drawing, of which there are pictures in several colours. */
  drawing: string
  large: Buffer
  hash: string
  writing: number
}

/** Measured as the product measures: the 96 pixel thumbnail of what was stored. */
async function measure(bytes: Buffer): Promise<Pick<Picture, 'hash' | 'writing'>> {
  const small = await sharp(bytes).resize(96, 96, { fit: 'inside' }).webp({ quality: 78 }).toBuffer()
  const [nine, whole] = await Promise.all([greyPixels(small, 9, 9), greyPixels(small, 96, 96)])
  return { hash: pictureHash(nine), writing: writingIn(whole, 96, 96) }
}

interface Words {
  size: number
  opacity: number
  y: number
  turn?: number
}

const written = ({ size, opacity, y, turn = 0 }: Words) => ({
  input: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><text x="320" y="${y}" text-anchor="middle"
      font-family="sans-serif" font-size="${size}" font-weight="700" fill="#fff" stroke="#000" stroke-width="2"
      opacity="${opacity}" transform="rotate(${turn} 320 320)">KARACHI BAZAAR</text></svg>`,
  ),
})
const withWords = (words: Words) => (bytes: Buffer) =>
  sharp(bytes)
    .composite([written(words)])
    .webp()
    .toBuffer()

const copies: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  'saved again at 400 pixels': (bytes) => sharp(bytes).resize(400).jpeg({ quality: 60 }).toBuffer(),
  'a tenth brighter': (bytes) => sharp(bytes).modulate({ brightness: 1.1 }).webp().toBuffer(),
  'without 2% at each edge': (bytes) =>
    sharp(bytes).extract({ left: 13, top: 13, width: 614, height: 614 }).webp().toBuffer(),
  'with words across it': withWords({ size: 76, opacity: 0.85, y: 340 }),
  'with pale words across it': withWords({ size: 76, opacity: 0.4, y: 340 }),
  'with slanting words': withWords({ size: 70, opacity: 0.85, y: 340, turn: -30 }),
  'with small words at the edge': withWords({ size: 36, opacity: 0.85, y: 610 }),
}

const pictures: Picture[] = []
for (const name of demoPictureNames(600)) {
  const large = await sharp(Buffer.from(orderNamed(name).svg()))
    .webp({ quality: 82 })
    .toBuffer()
  pictures.push({ drawing: name.split('/')[0] ?? '', large, ...(await measure(large)) })
}

const most = checks.same_picture.threshold.usual
const looksSame = (one: string, other: string) =>
  pictureKeys(one).some((key) => pictureKeys(other).includes(key)) && differingBits(one, other) <= most
const pairs = pictures.flatMap((one, index) =>
  pictures.slice(index + 1).map((other) => [one, other] as const),
)
const isOneDrawing = ([one, other]: readonly [Picture, Picture]) => one.drawing === other.drawing
const alike = pairs.filter(([one, other]) => looksSame(one.hash, other.hash))
const others = pairs.filter((pair) => !isOneDrawing(pair))
const wrong = alike.filter((pair) => !isOneDrawing(pair))
console.log(`\n${pictures.length} pictures, at most ${most} of 128 bits differ:`)
console.log(
  `- of ${others.length} pairs of different goods, ${wrong.length} look the same (${percent(wrong.length / others.length)})`,
)
console.log(
  `- of ${pairs.length - others.length} pairs of one kind of goods in other colours or from closer by, ${alike.length - wrong.length} look the same`,
)
for (const [what, copied] of Object.entries(copies)) {
  let found = 0
  let written = 0
  for (const { large, hash } of pictures) {
    const copy = await measure(await copied(large))
    if (looksSame(hash, copy.hash)) found += 1
    if (copy.writing > checks.writing_on_picture.threshold.usual) written += 1
  }
  console.log(
    `- ${what}: ${percent(found / pictures.length)} are found, writing is seen on ${percent(written / pictures.length)}`,
  )
}
const seen = pictures.filter(({ writing }) => writing > checks.writing_on_picture.threshold.usual)
console.log(`- writing is seen on ${percent(seen.length / pictures.length)} of pictures without any`)
