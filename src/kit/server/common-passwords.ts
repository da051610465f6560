import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { foldPassword } from '#kit/contract/password.ts'

/** 29 bits and 20 hash positions per password give about one false positive in a million. */
const bitsEach = 29
const places = 20
/** A Bloom filter made by make-common-passwords.ts, which documents the source list. */
const path = new URL('common-passwords.bin', import.meta.url)
let filter: Uint8Array | null = null

/** A password with this many different characters or fewer is a few keys repeated, whatever its length. */
const fewCharacters = 3

/**
 * True for a password on the list of most used passwords, ignoring case and Unicode form. Also matches passwords with
 * signs around or inside them ("Pakistan@123") or with letters replaced by digits and signs ("P@ssw0rd"), and passwords
 * made of very few different characters. The list contains only passwords that are long enough to be chosen.
 */
export function isCommonPassword(typed: string): boolean {
  filter ??= readFileSync(path)
  const bits = filter
  const folded = foldPassword(typed)
  if (new Set(folded.replace(/\s/g, '')).size <= fewCharacters) return true
  const core = folded.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const bare = folded.replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return [folded, core, bare, plainLetters(folded), plainLetters(core)].some((form) => has(bits, form))
}

const lookAlikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/**
 * Replaces signs and digits that imitate letters with those letters. Characters after the last letter are kept as a
 * number.
 */
function plainLetters(folded: string): string {
  const [, head = '', tail = folded] = /^(.*\p{L})(.*)$/su.exec(folded) ?? []
  return head.replace(/[@43150$]/g, (sign) => lookAlikes[sign] ?? sign) + tail
}

/** The filter of these passwords, which must be folded already. */
export function filterOf(passwords: readonly string[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil((passwords.length * bitsEach) / 8))
  for (const password of passwords) {
    for (const bit of bitsOf(password, bits.length * 8))
      bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return bits
}

function has(bits: Uint8Array, folded: string): boolean {
  return bitsOf(folded, bits.length * 8).every((bit) => ((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}

/** The bit positions of one password, derived from two numbers of its hash (Kirsch and Mitzenmacher, 2006). */
function bitsOf(folded: string, size: number): number[] {
  const hash = createHash('sha256').update(folded).digest()
  const [first, step] = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 6)]
  return Array.from({ length: places }, (_, n) => (first + n * step) % size)
}
