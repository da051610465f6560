/** A seeded source of chance: the same seed gives the same demo marketplace on every machine. */
export interface Chance {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** True in this share of the cases. */
  happens(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Picks with weights: `[['often', 9], ['seldom', 1]]`. */
  weigh<T>(from: readonly (readonly [T, number])[]): T
  shuffle<T>(from: readonly T[]): T[]
  digits(count: number): string
  /** A UUID of version 7 whose time part is the record's own time. */
  idAt(time: Date): string
}

/** Starts the generator (sfc32) with a number; another number gives another marketplace. */
export function seededChance(seed: number): Chance {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed | 0]
  const word = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 16; i += 1) word()

  const next = () => word() / 4_294_967_296
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  return {
    next,
    int,
    pick,
    happens: (share) => next() < share,
    weigh(from) {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) {
        left -= weight
        if (left < 0) return value
      }
      return (from.at(-1) as (typeof from)[number])[0]
    },
    shuffle(from) {
      const mixed = [...from]
      for (let i = mixed.length - 1; i > 0; i -= 1) {
        const j = int(0, i)
        ;[mixed[i], mixed[j]] = [mixed[j] as (typeof mixed)[number], mixed[i] as (typeof mixed)[number]]
      }
      return mixed
    },
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
    idAt(time) {
      const at = time.getTime().toString(16).padStart(12, '0')
      const [r1, r2, r3] = [word(), word(), word()]
      const tail = r2.toString(16).padStart(8, '0') + r3.toString(16).padStart(8, '0')
      const variant = (8 + (r1 >>> 30)).toString(16)
      const third = (r1 & 0xfff).toString(16).padStart(3, '0')
      return `${at.slice(0, 8)}-${at.slice(8)}-7${third}-${variant}${tail.slice(1, 4)}-${tail.slice(4, 16)}`
    },
  }
}
