/** How many there are, in words: 1 product, 1,240 products, 2 categories. */
export function countOf(count: number, one: string): string {
  const many = /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`
  return `${count.toLocaleString('en-PK')} ${count === 1 ? one : many}`
}
