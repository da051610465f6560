import { texts } from './texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { columnWidths } from '#kit/contract/page.ts'
import { Popover } from '../popover.tsx'
import { type Column, leastOf } from './data-table.tsx'
import {
  arranged,
  type Density,
  isShown,
  type ListLayout,
  ListToolsContext,
  orderToStore,
  plainLayout,
} from './list-tools.ts'
import classes from './view-options.module.css'

interface Props {
  /** The path of the list. */
  list: string
  /** All columns of the list, in the order of the specification. */
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'width' | 'minWidth' | 'isSpare' | 'isNaming'>[]
  onHelp: () => void
}

const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: texts.compact },
  { value: 'comfortable', label: texts.comfortable },
]
const step = 20
const { least, most } = columnWidths

/** The layout of a list: row height, and the visible columns with their order and width. Saved with the account. */
export function ViewOptions({ list, columns, onHelp }: Props) {
  return (
    <Popover
      label={texts.viewOptions}
      icon={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
      width={344}
    >
      {(close) => (
        <div className={classes.options}>
          <DensityChoice />
          <ColumnChoice list={list} columns={columns} />
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={classes.help}
            onClick={() => {
              close()
              onHelp()
            }}
          >
            {texts.keyboardShortcuts}
          </Button>
        </div>
      )}
    </Popover>
  )
}

function DensityChoice() {
  const { density, setDensity } = use(ListToolsContext)
  return (
    <fieldset className={classes.density}>
      <legend>{texts.rows}</legend>
      {densities.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="density" checked={density === value} onChange={() => setDensity(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function ColumnChoice(props: Omit<Props, 'onHelp'>) {
  const layout = useColumns(props)
  return (
    <section className={classes.columns} aria-label={texts.columns}>
      <header>
        <h2>{texts.columns}</h2>
        <Button variant="subtle" size="compact-xs" disabled={layout.isPlain} onClick={layout.reset}>
          {texts.reset}
        </Button>
      </header>
      <ul ref={layout.items}>
        <li>
          <span className={classes.grip} />
          <Checkbox size="xs" label={layout.naming?.title} checked disabled />
        </li>
        {layout.others.map((column, index) => (
          <ColumnRow key={column.key} column={column} index={index} layout={layout} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {layout.said}
      </p>
    </section>
  )
}

function ColumnRow({
  column,
  index,
  layout,
}: {
  column: Props['columns'][number]
  index: number
  layout: ReturnType<typeof useColumns>
}) {
  const { others, isShown, dragged, setDragged, widthOf, widen, moveTo, place, held } = layout
  const { key, title } = column
  const act = (by: string, label: string, isOff: boolean, icon: ReactNode, onAct: () => void) => (
    <button
      type="button"
      data-by={by}
      aria-label={`${label}: ${title}`}
      title={label}
      aria-disabled={isOff}
      onClick={() => {
        if (isOff) return
        held.current = { key, by }
        onAct()
      }}
    >
      {icon}
    </button>
  )
  const width = widthOf(column)
  return (
    <li
      data-key={key}
      data-dragged={dragged?.key === key || undefined}
      draggable
      onDragStart={(event) => {
        setDragged({ key, order: place(key, index) })
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        event.preventDefault()
        if (dragged && dragged.key !== key) setDragged({ ...dragged, order: place(dragged.key, index) })
      }}
      onDragEnd={() => {
        if (dragged) moveTo(dragged.key, dragged.order)
        setDragged(null)
      }}
    >
      <span className={classes.grip}>
        <IconGripVertical size={14} aria-hidden="true" />
      </span>
      <Checkbox
        size="xs"
        label={title}
        checked={isShown(column)}
        disabled={column.isNaming}
        onChange={() => layout.turn(column)}
      />
      <span className={classes.acts}>
        {act('narrower', texts.narrower, width <= least, <IconMinus size={13} aria-hidden="true" />, () =>
          widen(column, -step),
        )}
        {act('wider', texts.wider, width >= most, <IconPlus size={13} aria-hidden="true" />, () =>
          widen(column, step),
        )}
        {act('up', texts.moveUp, index === 0, <IconArrowUp size={14} aria-hidden="true" />, () =>
          moveTo(key, place(key, index - 1)),
        )}
        {act(
          'down',
          texts.moveDown,
          index === others.length - 1,
          <IconArrowDown size={14} aria-hidden="true" />,
          () => moveTo(key, place(key, index + 1)),
        )}
      </span>
    </li>
  )
}

/** The columns in their order, and how the user changes the layout of the list. */
function useColumns({ list, columns }: Omit<Props, 'onHelp'>) {
  const { layouts, setLayout } = use(ListToolsContext)
  const layout = layouts[list] ?? plainLayout
  const { order, hidden, widths } = layout
  // While a column is dragged the others make room; the new order is saved on release.
  const [dragged, setDragged] = useState<{ key: string; order: string[] } | null>(null)
  const [naming, ...others] = arranged(columns, dragged?.order ?? order)
  const [said, setSaid] = useState('')
  // Moving a row in the DOM removes the focus from its button, so the focus is restored.
  const held = useRef<{ key: string; by: string } | null>(null)
  const items = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!held.current) return
    const { key, by } = held.current
    held.current = null
    items.current?.querySelector<HTMLElement>(`[data-key="${key}"] [data-by="${by}"]`)?.focus()
  })
  const change = (changes: Partial<ListLayout>) => setLayout(list, { ...layout, ...changes })
  const place = (key: string, index: number) => {
    const keys = others.map((column) => column.key).filter((other) => other !== key)
    keys.splice(index, 0, key)
    return keys
  }
  const moveTo = (key: string, keys: string[]) => {
    change({ order: orderToStore(columns, keys, layout, key) })
    const title = others.find((column) => column.key === key)?.title ?? ''
    setSaid(texts.columnMoved({ title, position: keys.indexOf(key) + 2, columns: columns.length }))
  }
  const widthOf = (column: Props['columns'][number]) => widths[column.key] ?? leastOf(column)
  const widen = (column: Props['columns'][number], by: number) => {
    const width = Math.min(most, Math.max(least, widthOf(column) + by))
    change({ widths: { ...widths, [column.key]: width } })
    setSaid(texts.columnWidth({ title: column.title, width }))
  }
  const isPlain = order.length === 0 && hidden.length === 0 && Object.keys(widths).length === 0
  const reset = () => change({ order: [], hidden: [], widths: {} })
  const turn = (column: Props['columns'][number]) => {
    const { key, isSpare } = column
    if (isShown(column, layout)) return change({ hidden: [...hidden, key] })
    const keys = others.map((other) => other.key)
    change({
      hidden: hidden.filter((one) => one !== key),
      ...(isSpare ? { order: orderToStore(columns, keys, layout, key) } : {}),
    })
  }
  return {
    naming,
    others,
    isShown: (column: Props['columns'][number]) => isShown(column, layout),
    dragged,
    setDragged,
    said,
    held,
    items,
    place,
    moveTo,
    widthOf,
    widen,
    turn,
    reset,
    isPlain,
  }
}
