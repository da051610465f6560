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
