import { createElement, type ReactNode, useMemo } from 'react'
import { useSetting } from '#features/window/web/use-marks.tsx'
import { hrefOf, relOf } from '#features/window/web/window-model.ts'
import { type Piece, type RichElement, readRichText } from './rich-text-model.ts'

/**
 * Elements that are read in the direction of their own first letters, bullets, bar and columns included. What is in one
 * of them names no direction of its own: the browser would pass over its letters and find none.
 */
const ofOneDirection = /^(?:p|h[2-4]|ul|ol|blockquote|table|figcaption|pre)$/
/** Between these only elements stand, and React refuses the spaces that HTML writes there. */
const withoutWords = /^(?:table|thead|tbody|tr|ul|ol)$/
const namesInReact: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** A text with headings, lists, links, tables and pictures. */
export function RichText({ html }: { html: string }) {
  const { base } = useSetting()
  const pieces = useMemo(() => readRichText(html), [html])
  return <div className="prose">{drawn(pieces, { base, isDirected: false })}</div>
}

interface Around {
  base: string
  /** The tag that the pieces are in. */
  within?: string
  /** What is around has found its direction. */
  isDirected: boolean
}

function drawn(pieces: readonly Piece[], around: Around): ReactNode[] {
  return pieces.map((piece, index) => {
    if (typeof piece === 'string') return withoutWords.test(around.within ?? '') ? null : piece
    return drawnElement(piece, around, index)
  })
}

function drawnElement({ tag, attributes, pieces }: RichElement, around: Around, key: number): ReactNode {
  const { base } = around
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  if (tag === 'img') {
    const { src, alt, width, height } = attributes
    const size = width && height ? { width: Number(width), height: Number(height) } : {}
    return <img key={key} src={src} alt={alt ?? ''} {...size} loading="lazy" decoding="async" />
  }
  const isDirected = !around.isDirected && ofOneDirection.test(tag)
  const inside = drawn(pieces, { base, within: tag, isDirected: around.isDirected || isDirected })
  if (tag === 'a') {
    const { href = '' } = attributes
    const target = /^(?:mailto:|tel:|#)/.test(href) ? href : hrefOf(base, href)
    if (!target) return <span key={key}>{inside}</span>
    return (
      <a key={key} href={target} rel={relOf(target)}>
        {inside}
      </a>
    )
  }
  const given = Object.entries(attributes).map(([name, value]) => [namesInReact[name] ?? name, value])
  const props = { key, ...Object.fromEntries(given), ...(isDirected ? { dir: 'auto' } : {}) }
  const element = createElement(tag, props, ...inside)
  // A wide table is moved sideways by itself, and not the whole page with it.
  if (tag !== 'table') return element
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is moved sideways is reached by the keyboard
    <div key={key} className="wide" tabIndex={0}>
      {element}
    </div>
  )
}
