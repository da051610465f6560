import { Editor } from '@tiptap/core'
import { Table, TableKit } from '@tiptap/extension-table'
import { DOMParser, type Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { useEffect, useRef, useState } from 'react'
import { Figure } from './figure-node.ts'
import { emphasisOf, pastedHtml } from './pasted-html.ts'

/**
 * The editor of a rich text, drawn into `place`. Opening a text does not change its HTML, and typing something and
 * deleting it again restores the original HTML.
 */
export function useRichText(
  value: string,
  onChange: (html: string) => void,
  onLeave: () => void,
  hasPictures: boolean,
) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, draw] = useState(0)
  const told = useRef({ onChange, onLeave })
  told.current = { onChange, onLeave }
  /** The given value, the editor's HTML for it, and the last value passed to `onChange`. */
  const known = useRef<{ given: string; written: string; told: string | null }>({
    given: '',
    written: '',
    told: null,
  })
  useEffect(() => {
    const made = new Editor({
      element: place.current,
      // The editor's rules are in our own style sheet, because an injected style element would need a nonce.
      injectCSS: false,
      extensions: [
        StarterKit.configure({
          heading: { levels: [2, 3, 4] },
          code: false,
          codeBlock: false,
          horizontalRule: false,
          trailingNode: false,
          link: {
            openOnClick: false,
            defaultProtocol: 'https',
            isAllowedUri: (url) => /^https:/i.test(url),
          },
        }),
        TableKit.configure({ table: false }),
        OpenTable.configure({ resizable: false }),
        ...(hasPictures ? [Figure] : []),
      ],
      editorProps: {
        handlePaste: (view, event) => {
          const html = event.clipboardData?.getData('text/html')
          if (!html) return false
          const slice = DOMParser.fromSchema(view.state.schema).parseSlice(cleaned(pastedHtml(html)), {
            preserveWhitespace: false,
          })
          view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
          return true
        },
      },
      onUpdate: ({ editor: now }) => {
        const html = now.isEmpty ? '' : now.getHTML()
        const { given, written } = known.current
        const meant = html === written ? given : html
        known.current.told = meant
        told.current.onChange(meant)
      },
      onBlur: () => told.current.onLeave(),
      onTransaction: () => draw((before) => before + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [hasPictures])
  useEffect(() => {
    // Only a value from outside is set; the editor already contains what was typed.
    if (!editor || value === known.current.told) return
    const next = documentOf(editor.schema, value)
    // What the server cleaned is the text on the screen: drawing it again would move the cursor of a person who types.
    if (JSON.stringify(next) !== JSON.stringify(editor.getJSON())) {
      const { from, to } = editor.state.selection
      editor.commands.setContent(next, { emitUpdate: false })
      if (editor.isFocused) editor.commands.setTextSelection({ from, to })
    }
    known.current = { given: value, written: editor.isEmpty ? '' : editor.getHTML(), told: value }
  }, [editor, value])
  return { place, editor }
}

/**
 * Tab moves from cell to cell and leaves the editor after the last cell. If Tab added rows, keyboard users could never
 * leave. Its HTML has no widths: nobody sets them here, they are not stored, and the content security policy would report
 * each where the text is shown.
 */
const OpenTable = Table.extend({
  renderHTML({ HTMLAttributes }) {
    return ['table', HTMLAttributes, ['tbody', 0]]
  },
  addKeyboardShortcuts() {
    return { ...this.parent?.(), Tab: () => this.editor.commands.goToNextCell() }
  },
})

/** Keeps only the elements that the editor supports, and nothing that runs scripts or loads resources. */
function cleaned(html: string): DocumentFragment {
  // The content security policy would report every style and event handler while the text is parsed, although none of
  // them takes effect.
  const plain = html
    .replaceAll(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replaceAll(/\s(?:style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
    )
  const fragment = DOMPurify.sanitize(plain, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'form', 'input', 'svg', 'math', 'video', 'audio'],
    FORBID_ATTR: ['style', 'class', 'id'],
    ALLOWED_URI_REGEXP: /^(?:https:|\/media\/[0-9a-f]{64}\.webp$)/i,
  })
  // Only pictures of our own are loaded; the sanitiser lets inline data of pictures pass.
  for (const picture of fragment.querySelectorAll('img')) {
    if (!/^\/media\/[0-9a-f]{64}\.webp$/.test(picture.getAttribute('src') ?? '')) picture.remove()
  }
  for (const [mark, tag] of Object.entries(emphasisOf)) {
    for (const element of fragment.querySelectorAll(`span[${mark}]`)) {
      const inner = document.createElement(tag)
      inner.append(...element.childNodes)
      element.append(inner)
    }
  }
  return fragment
}

function documentOf(schema: Schema, html: string) {
  return DOMParser.fromSchema(schema).parse(cleaned(html)).toJSON()
}
