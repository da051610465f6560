import { cut } from '#kit/contract/text.ts'
import { mostOfName } from '../contract.ts'
import { texts } from '../texts.ts'

/** What a copy of a view is called: the first of `(copy)`, `(copy 2)` and so on that none of the reader's own views is called. */
export function copyNameOf(name: string, own: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const called = (of: string) => texts.copyOf({ name: of, number: count > 1 ? ` ${count}` : '' })
    const free = called(cut(name, mostOfName - called('').length).trimEnd())
    if (!own.some((one) => one.toLowerCase() === free.toLowerCase())) return free
  }
}
