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
  IconPhoto,
  IconRowInsertBottom,
  IconTable,
  IconTableOff,
  IconUnderline,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { TextPicture } from '#kit/contract/picture.ts'
import { figureOf } from './figure-node.ts'
import classes from './rich-text.module.css'
import { useRichText } from './use-rich-text.ts'

/** A dialog that answers the picture that was chosen. */
export type PicturePicker = (given: {
  onChoose: (picture: TextPicture) => void
  onClose: () => void
}) => ReactNode

/** Text with headings, lists, tables, https links and pictures, as HTML. Pasted text loses all other formatting. */
export function RichText({
  label,
  value,
  error,
  onChange,
  onLeave,
  picker,
  below,
}: {
  label: string
  value: string
  error: string | undefined
  onChange: (html: string) => void
  onLeave: () => void
  /** Chooses a picture for the text; without it, the text has no pictures. */
  picker?: PicturePicker
  /** Shown below the text. */
  below?: ReactNode
}) {
  const id = useId()
  const { place, editor } = useRichText(value, onChange, onLeave, picker !== undefined)
  useEffect(() => {
    const field = editor?.view.dom
    if (!field) return
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-error`,
    }
    for (const [name, text] of Object.entries(attributes)) field.setAttribute(name, text)
    if (error) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }, [editor, id, error])
  return (
    <div className={classes.field}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as a label, it takes the pointer to its field */}
      <span id={`${id}-label`} className={classes.label} onMouseUp={() => editor?.commands.focus()}>
        {label}
      </span>
      <div className={classes.box} data-wrong={error ? '' : undefined}>
        <div className={classes.tools}>
          {editor && <Tools editor={editor} label={label} picker={picker} />}
        </div>
        <div ref={place} className={classes.text} />
        {below && <div className={classes.below}>{below}</div>}
      </div>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    </div>
  )
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

function Tools({
  editor,
  label,
  picker,
}: {
  editor: Editor
  label: string
  picker: PicturePicker | undefined
}) {
  const [link, setLink] = useState<string | null>(null)
  const chain = () => editor.chain().focus()
  const level = ([2, 3, 4] as const).find((one) => editor.isActive('heading', { level: one })) ?? 0
  const mark = (name: string) => ({ isOn: editor.isActive(name) })
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
        <Tool name={texts.bold} icon={IconBold} {...mark('bold')} run={() => chain().toggleBold().run()} />
        <Tool
          name={texts.italic}
          icon={IconItalic}
          {...mark('italic')}
          run={() => chain().toggleItalic().run()}
        />
        <Tool
          name={texts.underline}
          icon={IconUnderline}
          {...mark('underline')}
          run={() => chain().toggleUnderline().run()}
        />
        <Tool
          name={texts.bulletedList}
          icon={IconList}
          {...mark('bulletList')}
          run={() => chain().toggleBulletList().run()}
        />
        <Tool
          name={texts.numberedList}
          icon={IconListNumbers}
          {...mark('orderedList')}
          run={() => chain().toggleOrderedList().run()}
        />
        <Tool
          name={texts.quote}
          icon={IconBlockquote}
          {...mark('blockquote')}
          run={() => chain().toggleBlockquote().run()}
        />
        <Tool
          name={texts.link}
          icon={IconLink}
          {...mark('link')}
          run={() => setLink(link === null ? String(editor.getAttributes('link').href ?? '') : null)}
        />
        <TableTools editor={editor} />
        {picker && <PictureTool editor={editor} picker={picker} />}
      </div>
      {link !== null && <LinkField link={link} onType={setLink} editor={editor} />}
      {editor.isActive('figure') && <AltField editor={editor} />}
    </>
  )
}

function Tool({
  name,
  icon: Icon,
  isOn,
  run,
}: {
  name: string
  icon: typeof IconBold
  /** Whether the selection has this format; commands without a state have none. */
  isOn?: boolean
  run: () => void
}) {
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'green' : 'gray'}
      size={30}
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      onClick={run}
    >
      <Icon size={16} />
    </ActionIcon>
  )
}

function TableTools({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus()
  if (!editor.isActive('table')) {
    const insert = () => chain().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()
    return <Tool name={texts.table} icon={IconTable} run={insert} />
  }
  return (
    <>
      <Tool name={texts.addARow} icon={IconRowInsertBottom} run={() => chain().addRowAfter().run()} />
      <Tool name={texts.addAColumn} icon={IconColumnInsertRight} run={() => chain().addColumnAfter().run()} />
      <Tool name={texts.deleteTheTable} icon={IconTableOff} run={() => chain().deleteTable().run()} />
    </>
  )
}

function PictureTool({ editor, picker }: { editor: Editor; picker: PicturePicker }) {
  const [isOpen, setOpen] = useState(false)
  const put = (picture: TextPicture) => {
    setOpen(false)
    editor
      .chain()
      .focus()
      .insertContent([figureOf(picture), { type: 'paragraph' }])
      .run()
  }
  return (
    <>
      <Tool
        name={texts.picture}
        icon={IconPhoto}
        isOn={editor.isActive('figure')}
        run={() => setOpen(true)}
      />
      {isOpen && picker({ onChoose: put, onClose: () => setOpen(false) })}
    </>
  )
}

/** The description of the picture in which the cursor is. */
function AltField({ editor }: { editor: Editor }) {
  const alt = String(editor.getAttributes('figure').alt ?? '')
  return (
    <div className={classes.link}>
      <TextInput
        size="xs"
        aria-label={texts.pictureDescription}
        placeholder={texts.pictureDescriptionHint}
        dir="auto"
        maxLength={300}
        value={alt}
        onChange={(event) => editor.commands.updateAttributes('figure', { alt: event.currentTarget.value })}
      />
    </div>
  )
}

function LinkField({
  link,
  onType,
  editor,
}: {
  link: string
  /** Receives null to close the field. */
  onType: (link: string | null) => void
  editor: Editor
}) {
  const isWrong = link !== '' && !/^https:\/\/\S+\.\S+/.test(link)
  const put = () => {
    if (isWrong) return
    const changed = editor.chain().focus().extendMarkRange('link')
    if (link) changed.setLink({ href: link }).run()
    else changed.unsetLink().run()
    onType(null)
  }
  return (
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
        onChange={(event) => onType(event.currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onType(null)
          if (event.key !== 'Enter') return
          event.preventDefault()
          put()
        }}
      />
      <Button size="xs" variant="default" onClick={put}>
        {link === '' ? texts.removeLink : texts.setLink}
      </Button>
    </div>
  )
}
