import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Piece, plainOf, readRichText } from './rich-text-model.ts'

/** The pieces as HTML again, to be read by people. */
const written = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const attributes = Object.entries(piece.attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${piece.tag}${attributes.join('')}>${written(piece.pieces)}</${piece.tag}>`
    })
    .join('')
const read = (html: string) => written(readRichText(html))
const media = `/media/${'a'.repeat(64)}.webp`

describe('a text of the shop', () => {
  test('keeps headings, lists, links, tables and pictures of the library', () => {
    const html = `<h2>A &amp; B</h2><ul><li>one</li><li><strong>two</strong></li></ul><p><a href="https://good.example/?a=1&amp;b=2">link</a></p><table><tbody><tr><td colspan="2">cell</td></tr></tbody></table><img src="${media}" alt="Tea &quot;chai&quot;" width="800" height="400">`
    expect(read(html)).toBe(
      `<h2>A &amp; B</h2><ul><li>one</li><li><strong>two</strong></li></ul><p><a href="https://good.example/?a=1&b=2">link</a></p><table><tbody><tr><td colspan="2">cell</td></tr></tbody></table><img src="${media}" alt="Tea "chai"" width="800" height="400"></img>`,
    )
  })

  test.each([
    ['<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>b', 'b'],
    ['<style>p{}</style><svg><a href="https://x.example">c</a></svg>d', 'd'],
    ['<a href="javascript:alert(1)">e</a>', '<a>e</a>'],
    ['<a href="java&#115;cript:alert(1)">e</a>', '<a>e</a>'],
    ['<a href=" https://x.example">e</a><a href="//x.example">f</a>', '<a>e</a><a>f</a>'],
    ['<img src="https://spy.example/x.png">', ''],
    ['<img src=x onerror=alert(1)>g', 'g'],
    ['<div><p>h</div>i', '<p>hi</p>'],
    ['<p>one<p>two', '<p>one</p><p>two</p>'],
    ['<ul><li>one<li>two</ul>three', '<ul><li>one</li><li>two</li></ul>three'],
    ['a < b & c &lt;script&gt;', 'a &lt; b &amp; c &lt;script>'],
    ['<!-- <p>no</p> -->j<!-- open', 'j'],
    ['&#0;&#55296;&#x1F600;&unknown;', '😀&amp;unknown;'],
  ])('loses what it must not have: %s', (html, wanted) => {
    expect(read(html)).toBe(wanted)
  })

  test('is read in time that grows with its length, however deep it is', () => {
    expect(readRichText('<blockquote>'.repeat(20_000)).length).toBe(1)
    expect(readRichText('<'.repeat(50_000)).length).toBeGreaterThan(0)
  })

  test('never has an element or attribute beside the known ones, whatever is written', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="',
      '"',
      "'",
      '>',
      '<',
      'javascript:',
      'https://x.example',
      '<img src=',
      media,
      ' onerror=x',
      '<script>',
      '</script>',
      '<style',
      '<!--',
      '-->',
      '&#x3c;',
      '<table><tr>',
      '</td>',
      'word',
      '/',
      '=',
      '<svg/onload=x>',
      '\u0000',
    )
    const known =
      /^(?:p|h[2-4]|ul|ol|li|blockquote|strong|b|em|i|u|s|code|pre|a|table|thead|tbody|tr|th|td|figure|figcaption|img|br|hr|sub|sup)$/
    const check = (pieces: readonly Piece[]): void => {
      for (const piece of pieces) {
        if (typeof piece === 'string') continue
        expect(piece.tag).toMatch(known)
        for (const name of Object.keys(piece.attributes))
          expect(name).toMatch(/^(?:href|src|alt|width|height|colspan|rowspan|scope|start)$/)
        const { href = 'https://', src = '/media/' } = piece.attributes
        expect(href).toMatch(/^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/)
        expect(src).toMatch(/^\/media\//)
        check(piece.pieces)
      }
    }
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => check(readRichText(parts.join('')))),
      {
        numRuns: 2_000,
      },
    )
  })

  test('has words for a description', () => {
    expect(plainOf('<h2>Who</h2><p>we &amp; you</p><script>no</script>')).toBe('Who we & you')
  })
})
