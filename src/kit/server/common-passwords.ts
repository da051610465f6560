import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { foldPassword } from '#kit/contract/password.ts'

/** 29 bits and 20 places a password: of a million that are not in it, about one is taken for one that is. */
const bitsEach = 29
const places = 20
/** A Bloom filter made by make-common-passwords.ts; what is in it is told there. */
const path = new URL('common-passwords.bin', import.meta.url)
let filter: Uint8Array | null = null

/** Of so many different characters, or fewer, it is the same key again and again, whatever its length. */
const fewCharacters = 3

/**
 * True for a password that is among the most used ones, in any case and form, also with signs around or in it ("Pakistan@123")
 * or with letters written as digits and signs ("P@ssw0rd"), and for one of hardly any different characters. Only those that
 * are long enough to be chosen are in the list.
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

/** Signs and digits that stand for letters, as letters; those behind the last letter are a number. */
function plainLetters(folded: string): string {
  const [, head = '', tail = folded] = /^(.*\p{L})(.*)$/su.exec(folded) ?? []
  return head.replace(/[@43150$]/g, (sign) => lookAlikes[sign] ?? sign) + tail
}

/** The filter of these passwords, which are folded already. */
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

/** Places of one password, from two numbers of its hash (Kirsch and Mitzenmacher, 2006). */
function bitsOf(folded: string, size: number): number[] {
  const hash = createHash('sha256').update(folded).digest()
  const [first, step] = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 6)]
  return Array.from({ length: places }, (_, n) => (first + n * step) % size)
}
