import { Node } from '@tiptap/core'
import type { TextPicture } from '#kit/contract/picture.ts'
import { texts } from './texts.ts'

/** A picture with its caption; the caption is typed below it. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes() {
    return { src: {}, alt: { default: '' }, width: {}, height: {}, media: {} }
  },
  parseHTML() {
    const attributes = (picture: Element | null) => {
      const src = picture?.getAttribute('src') ?? ''
      if (!picture || !src.startsWith('/media/')) return false
      return {
        src,
        alt: picture.getAttribute('alt') ?? '',
        width: picture.getAttribute('width'),
        height: picture.getAttribute('height'),
        media: picture.getAttribute('data-media'),
      }
    }
    return [
      {
        tag: 'figure',
        getAttrs: (element) => attributes(element.querySelector('img')),
        contentElement: (element) =>
          (element as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
      },
      { tag: 'img', getAttrs: attributes },
    ]
  },
  renderHTML({ node }) {
    const { media, ...attributes } = node.attrs
    return ['figure', ['img', { ...attributes, 'data-media': media }], ['figcaption', 0]]
  },
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('figure')
      const picture = document.createElement('img')
      const contentDOM = document.createElement('figcaption')
      const draw = ({ src, alt }: Record<string, string>) => {
        picture.src = src ?? ''
        picture.alt = alt ?? ''
      }
      draw(node.attrs)
      contentDOM.dataset.placeholder = texts.caption
      dom.append(picture, contentDOM)
      return {
        dom,
        contentDOM,
        update: (next) => {
          if (next.type.name !== 'figure') return false
          draw(next.attrs)
          dom.toggleAttribute('data-empty', next.content.size === 0)
          return true
        },
      }
    }
  },
})

/** The attributes of a figure that shows a picture of the library. */
export function figureOf({ media_id, media, width, height, alt }: TextPicture) {
  return {
    type: 'figure',
    attrs: {
      src: `/media/${media}.webp`,
      alt,
      width: String(width),
      height: String(height),
      media: media_id,
    },
  }
}
