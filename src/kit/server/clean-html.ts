import sanitizeHtml from 'sanitize-html'
import type { TextPicture } from '#kit/contract/picture.ts'
import { cut } from '#kit/contract/text.ts'

const textTags = [
  'p',
  'br',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'a',
]

const ofText: sanitizeHtml.IOptions = {
  allowedTags: textTags,
  allowedAttributes: {
    a: ['href', 'rel'],
    p: ['dir'],
    li: ['dir'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }),
    h1: 'h2',
  },
  disallowedTagsMode: 'discard',
}

/** Paragraphs of text and emphasis alone, each closed where it belongs: the sanitiser answers with the same. */
const isCleanHtml = /^(?:[^<>&]|<p>(?:[^<>&]|<(strong|b|em|i|u|s)>[^<>&]*<\/\1>)*<\/p>)*$/

/**
 * Reduces description HTML from outside to paragraphs, headings, lists, tables, emphasis and https links. Pictures,
 * styles, classes and handlers are removed. The HTML is sanitised again where it is shown.
 */
export function cleanDescription(html: string): string {
  // Text without these characters needs no cleaning.
  if (!/[<>&]/.test(html) || isCleanHtml.test(html)) return html.trim()
  return sanitizeHtml(html, ofText).trim()
}

/** The address of a picture of the library: its bytes are ours, and no other server learns who reads. */
const ownPicture = /^\/media\/[0-9a-f]{64}\.webp$/

/** Which picture of the library it is, so that its use is known. */
const libraryId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const directed = ['dir'] as const
const ofArticle: sanitizeHtml.IOptions = {
  ...ofText,
  allowedTags: [...textTags, 'figure', 'figcaption', 'img'],
  allowedAttributes: {
    ...ofText.allowedAttributes,
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'data-media', 'loading', 'decoding'],
    ...Object.fromEntries(
      ['p', 'h2', 'h3', 'h4', 'li', 'blockquote', 'figcaption'].map((tag) => [tag, [...directed]]),
    ),
    td: ['colspan', 'rowspan', ...directed],
    th: ['colspan', 'rowspan', ...directed],
  },
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    h1: (_, attributes) => withDirection('h2', attributes),
    img: (tagName, { src = '', alt = '', width = '', height = '', 'data-media': media = '' }) => ({
      tagName,
      attribs: {
        src,
        'data-media': media,
        alt: cut(alt, 300),
        ...(isSide(width) && isSide(height) ? { width, height } : {}),
        loading: 'lazy',
        decoding: 'async',
      },
    }),
    ...Object.fromEntries(
      ['p', 'h2', 'h3', 'h4', 'li', 'blockquote', 'figcaption', 'td', 'th'].map((tag) => [
        tag,
        withDirection,
      ]),
    ),
  },
  // Everything that is not one of our own pictures goes, with the frame that is left empty by it.
  exclusiveFilter: ({ tag, attribs, mediaChildren }) =>
    (tag === 'img' && !(ownPicture.test(attribs.src ?? '') && libraryId.test(attribs['data-media'] ?? ''))) ||
    (tag === 'figure' && (mediaChildren?.length ?? 0) === 0),
}

function isSide(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text)
}

/** A paragraph is read in the direction of its own letters, whatever was pasted. */
function withDirection(tagName: string, { colspan, rowspan }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const spans = { ...(colspan ? { colspan } : {}), ...(rowspan ? { rowspan } : {}) }
  return { tagName, attribs: { dir: 'auto', ...spans } }
}

/**
 * Reduces the HTML of an article to what `cleanDescription` keeps and pictures of our own library with their captions.
 * Every paragraph has `dir="auto"`. Cleaning what is clean changes nothing.
 */
export function cleanArticle(html: string): string {
  return sanitizeHtml(html, ofArticle).trim()
}

/** The pictures of an article that was cleaned. */
export function articlePictures(html: string): TextPicture[] {
  return [...html.matchAll(/<img ([^>]*)>/g)].map(([, attributes = '']) => {
    const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    return {
      media_id: of('data-media'),
      media: of('src').slice('/media/'.length, -'.webp'.length),
      width: Number(of('width')),
      height: Number(of('height')),
      alt: of('alt'),
    }
  })
}
