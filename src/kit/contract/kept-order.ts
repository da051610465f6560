/**
 * The indexes of a longest rising run of numbers. With former places as the numbers, these kept their order, and only the
 * others moved. Takes n log n steps.
 */
export function longestRise(numbers: readonly number[]): Set<number> {
  /** For each length, the index of the smallest number that ends a rising run of this length. */
  const ends: number[] = []
  const before: number[] = []
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  }
  const rise = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) rise.add(index)
  return rise
}
