import { clothKinds } from './catalogue-cloth.ts'
import { foodKinds } from './catalogue-food.ts'
import { thingKinds } from './catalogue-things.ts'
import type { Kind } from './kind.ts'
import type { DrawingName } from './pictures.ts'

/** Every kind, by the name of its drawing. */
export const kinds: Readonly<Partial<Record<DrawingName, Kind>>> = Object.fromEntries(
  [...clothKinds, ...thingKinds, ...foodKinds].map((kind) => [kind.drawing, kind]),
)
