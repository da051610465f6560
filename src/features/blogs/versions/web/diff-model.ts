export interface Line {
  text: string
  /** Only this side has the line. */
  isChanged: boolean
}

/** More lines on either side are compared as a whole: the table of the comparison grows with both. */
const mostLines = 800

/** The lines of two texts, each marked if the other text has it not, or not in this order. */
export function diffOf(before: string, after: string): { before: Line[]; after: Line[] } {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length > mostLines || now.length > mostLines) {
    const whole = (lines: string[]) => lines.map((text) => ({ text, isChanged: before !== after }))
    return { before: whole(old), after: whole(now) }
  }
  const kept = commonOf(old, now)
  return {
    before: old.map((text, index) => ({ text, isChanged: !kept.some(([from]) => from === index) })),
    after: now.map((text, index) => ({ text, isChanged: !kept.some(([, to]) => to === index) })),
  }
}

/** The longest common part of two lists, as pairs of places. */
function commonOf(one: readonly string[], other: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const row = lengths[i]
    for (let j = other.length - 1; row && j >= 0; j -= 1) {
      row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      pairs.push([i, j])
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}
