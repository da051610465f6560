import { texts } from './texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import {
  IconBlockquote,
  IconBold,
  IconColumnInsertRight,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconRowInsertBottom,
  IconTable,
  IconTableOff,
  IconUnderline,
} from '@tabler/icons-react'
import { Editor } from '@tiptap/core'
import { Table, TableKit } from '@tiptap/extension-table'
import { DOMParser, type Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './rich-text.module.css'

/**
 * Text with headings, lists, tables and https links, as HTML. Pasted text from any program loses all other formatting.
 * Opening a text does not change its HTML, and typing something and deleting it again restores the original HTML.
 */
export function RichText({
  label,
  value,
  isRequired,
  error,
  onChange,
  onLeave,
}: {
  label: string
  value: string
  isRequired: boolean
  error: string | undefined
  onChange: (html: string) => void
  onLeave: () => void
}) {
  const id = useId()
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
      ],
      editorProps: {
        handlePaste: (view, event) => {
          const html = event.clipboardData?.getData('text/html')
          if (!html) return false
          const slice = DOMParser.fromSchema(view.state.schema).parseSlice(cleaned(html), {
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
  }, [])
  useEffect(() => {
    // Only a value from outside is set; the editor already contains what was typed.
    if (!editor || value === known.current.told) return
    editor.commands.setContent(documentOf(editor.schema, value), { emitUpdate: false })
    known.current = { given: value, written: editor.isEmpty ? '' : editor.getHTML(), told: value }
  }, [editor, value])
  useEffect(() => {
    const field = editor?.view.dom
    if (!field) return
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-error`,
      ...(isRequired ? { 'aria-required': 'true' } : {}),
    }
    for (const [name, text] of Object.entries(attributes)) field.setAttribute(name, text)
    if (error) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }, [editor, id, isRequired, error])
  return (
    <div className={classes.field}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as a label, it takes the pointer to its field */}
      <span id={`${id}-label`} className={classes.label} onMouseUp={() => editor?.commands.focus()}>
        {label} {isRequired && <span aria-hidden="true">*</span>}
      </span>
      <div className={classes.box} data-wrong={error ? '' : undefined}>
        <div className={classes.tools}>{editor && <Tools editor={editor} label={label} />}</div>
        <div ref={place} className={classes.text} />
      </div>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    </div>
  )
}

/**
 * Tab moves from cell to cell and leaves the editor after the last cell. If Tab added rows, keyboard users could never
 * leave.
 */
const OpenTable = Table.extend({
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
  return DOMPurify.sanitize(plain, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['img', 'style', 'form', 'input', 'svg', 'math', 'video', 'audio'],
    FORBID_ATTR: ['style', 'class', 'id'],
    ALLOWED_URI_REGEXP: /^https:/i,
  })
}

function documentOf(schema: Schema, html: string) {
  return DOMParser.fromSchema(schema).parse(cleaned(html)).toJSON()
}

/** Marks a scrolling row while more of its content is hidden beyond the end. */
function watchEdge(row: HTMLElement | null) {
  if (!row) return
  const look = () =>
    row.parentElement?.toggleAttribute(
      'data-after',
      Math.abs(row.scrollLeft) + row.clientWidth < row.scrollWidth - 1,
    )
  const sizes = new ResizeObserver(look)
  for (const element of [row, ...row.children]) sizes.observe(element)
  row.addEventListener('scroll', look, { passive: true })
  return () => {
    sizes.disconnect()
    row.removeEventListener('scroll', look)
  }
}

const blocks = [
  { value: '0', label: texts.paragraph },
  { value: '2', label: texts.heading },
  { value: '3', label: texts.smallerHeading },
  { value: '4', label: texts.smallestHeading },
]
type Level = 2 | 3 | 4

function Tools({ editor, label }: { editor: Editor; label: string }) {
  const [link, setLink] = useState<string | null>(null)
  const chain = () => editor.chain().focus()
  const tool = (name: string, isOn: boolean | null, icon: ReactNode, run: () => void) => (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'green' : 'gray'}
      size={30}
      aria-label={name}
      title={name}
      aria-pressed={isOn ?? undefined}
      onClick={run}
    >
      {icon}
    </ActionIcon>
  )
  const level = ([2, 3, 4] as const).find((one) => editor.isActive('heading', { level: one })) ?? 0
  const isInTable = editor.isActive('table')
  const isWrong = link !== null && link !== '' && !/^https:\/\/\S+\.\S+/.test(link)
  const put = () => {
    if (isWrong) return
    const changed = chain().extendMarkRange('link')
    if (link) changed.setLink({ href: link }).run()
    else changed.unsetLink().run()
    setLink(null)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be named by its legend */}
      <div ref={watchEdge} role="group" aria-label={texts.formatOf({ label })} className={classes.row}>
        <NativeSelect
          size="xs"
          aria-label={texts.paragraphStyle}
          data={blocks}
          value={String(level)}
          onChange={(event) => {
            const next = Number(event.currentTarget.value)
            if (next === 0) chain().setParagraph().run()
            else
              chain()
                .setHeading({ level: next as Level })
                .run()
          }}
        />
        {tool(texts.bold, editor.isActive('bold'), <IconBold size={16} />, () => chain().toggleBold().run())}
        {tool(texts.italic, editor.isActive('italic'), <IconItalic size={16} />, () =>
          chain().toggleItalic().run(),
        )}
        {tool(texts.underline, editor.isActive('underline'), <IconUnderline size={16} />, () =>
          chain().toggleUnderline().run(),
        )}
        {tool(texts.bulletedList, editor.isActive('bulletList'), <IconList size={16} />, () =>
          chain().toggleBulletList().run(),
        )}
        {tool(texts.numberedList, editor.isActive('orderedList'), <IconListNumbers size={16} />, () =>
          chain().toggleOrderedList().run(),
        )}
        {tool(texts.quote, editor.isActive('blockquote'), <IconBlockquote size={16} />, () =>
          chain().toggleBlockquote().run(),
        )}
        {tool(texts.link, editor.isActive('link'), <IconLink size={16} />, () =>
          setLink(link === null ? String(editor.getAttributes('link').href ?? '') : null),
        )}
        {isInTable ? (
          <>
            {tool(texts.addARow, null, <IconRowInsertBottom size={16} />, () => chain().addRowAfter().run())}
            {tool(texts.addAColumn, null, <IconColumnInsertRight size={16} />, () =>
              chain().addColumnAfter().run(),
            )}
            {tool(texts.deleteTheTable, null, <IconTableOff size={16} />, () => chain().deleteTable().run())}
          </>
        ) : (
          tool(texts.table, null, <IconTable size={16} />, () =>
            chain().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
          )
        )}
      </div>
      {link !== null && (
        <div className={classes.link}>
          <TextInput
            size="xs"
            aria-label={texts.linkAddress}
            placeholder={texts.https}
            dir="ltr"
            autoFocus
            maxLength={500}
            value={link}
            error={isWrong ? texts.aLinkStartsWithHttps : undefined}
            onChange={(event) => setLink(event.currentTarget.value.trim())}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setLink(null)
              if (event.key !== 'Enter') return
              event.preventDefault()
              put()
            }}
          />
          <Button size="xs" variant="default" onClick={put}>
            {link === '' ? texts.removeLink : texts.setLink}
          </Button>
        </div>
      )}
    </>
  )
}
