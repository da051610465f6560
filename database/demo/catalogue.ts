import { clothKinds } from './catalogue-cloth.ts'
import { foodKinds } from './catalogue-food.ts'
import { goodsKinds } from './catalogue-goods.ts'
import { homeKinds } from './catalogue-home.ts'
import { textileKinds } from './catalogue-textiles.ts'
import type { Kind } from './kind.ts'
import type { DrawingName } from './pictures.ts'

/** Every kind, by the name of its drawing. */
export const kinds: Readonly<Partial<Record<DrawingName, Kind>>> = Object.fromEntries(
  [...clothKinds, ...textileKinds, ...homeKinds, ...goodsKinds, ...foodKinds].map((kind) => [
    kind.drawing,
    kind,
  ]),
)
