import type { Paisa } from './money.ts'
import { latinDigits, withoutInvisibles } from './typed-number.ts'

/** Basis points as a percentage: 1250 becomes 12.5. */
export function percentOf(basisPoints: number): string {
  return String(basisPoints / 100)
}

/** Applies basis points to an amount that is not below zero; half a paisa is rounded up. */
export function rateOf(amount: Paisa, basisPoints: number): Paisa {
  return (amount * BigInt(basisPoints) + 5_000n) / 10_000n
}

/** The basis points of a typed percentage, at most two decimals; -1, which no schema accepts, for anything else. */
export function basisPointsOf(text: string): number {
  const typed = latinDigits(withoutInvisibles(text))
    .replaceAll('\u066b', '.')
    .trim()
    .replace(/\s*[%\u066a]$/, '')
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : -1
}
