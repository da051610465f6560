import type { ColourCode } from './drawing.ts'
import type { DrawingName } from './pictures.ts'

/** A kind of product: what the listings of it are made from. */
export interface Kind {
  category: string
  drawing: DrawingName
  colours: readonly ColourCode[]
  /** True where the colour belongs into the name. */
  isNamedByColour: boolean
  names: readonly string[]
  /** Sizes, packs or models, in brackets after the name. */
  variants: readonly string[]
  /** Rupees, from and to. */
  price: readonly [number, number]
  /** Kilograms, packed. */
  weight: number
  /** Centimetres, packed: length, width, height. */
  box: readonly [number, number, number]
  about: string
  points: readonly string[]
  urdu?: { names: readonly string[]; about: string }
}

type Row = readonly [
  category: string,
  drawing: Kind['drawing'],
  colours: readonly ColourCode[],
  price: readonly [number, number],
  weight: number,
  box: readonly [number, number, number],
]

/** One line for the numbers, then the words. The colour is named unless they say otherwise. */
export function kindOf(
  row: Row,
  words: Pick<Kind, 'names' | 'variants' | 'about' | 'points' | 'urdu'> &
    Partial<Pick<Kind, 'isNamedByColour'>>,
): Kind {
  const [category, drawing, colours, price, weight, box] = row
  return { category, drawing, colours, isNamedByColour: true, price, weight, box, ...words }
}
