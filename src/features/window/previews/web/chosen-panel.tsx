import { type ReactNode, useState } from 'react'
import type { Answers, Content, PageName, Picked } from '#features/window/contract.ts'
import { WindowPreview } from '#features/window/web/window-preview-panel.tsx'
import { texts } from '../texts.ts'
import classes from './preview-panel.module.css'

export const widths = [390, 768, 1200, 1550] as const
export type Width = (typeof widths)[number]
const themes = { light: texts.light, dark: texts.dark } as const
const directions = { ltr: texts.leftToRight, rtl: texts.rightToLeft } as const

/** A page of the shop in the width, look and direction that are chosen above it. */
export function ChosenPreview({
  content,
  page,
  answers,
  focus,
  focusItem,
  startsWith,
  onPicked,
  isWhole = false,
  children,
}: {
  content: Content | undefined
  page: PageName
  answers?: Answers | undefined
  focus?: string | undefined
  focusItem?: string | undefined
  startsWith: () => Width
  onPicked?: ((picked: Picked) => void) | undefined
  /** The preview is the whole window. */
  isWhole?: boolean
  /** What is shown beside the choices. */
  children?: ReactNode
}) {
  const [width, setWidth] = useState(startsWith)
  const [theme, setTheme] = useState<keyof typeof themes>('light')
  const [dir, setDir] = useState<keyof typeof directions>('ltr')
  return (
    <>
      <div className={classes.tools}>
        <Toggles
          legend={texts.width}
          options={widths.map((one) => ({ value: one, label: texts.pixels({ width: one }) }))}
          value={width}
          onChoose={setWidth}
        />
        <Toggles legend={texts.look} options={optionsOf(themes)} value={theme} onChoose={setTheme} />
        <Toggles legend={texts.direction} options={optionsOf(directions)} value={dir} onChoose={setDir} />
        {children}
      </div>
      {/* The frame is scaled from its left edge, whatever the language around it. */}
      <section
        className={classes.frame}
        data-whole={isWhole || undefined}
        dir="ltr"
        aria-label={texts.previewOfShop}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
      >
        {content && (
          <WindowPreview
            title={texts.previewOfShop}
            {...{ content, page, width, theme, dir, answers, focus, focusItem, onPicked }}
          />
        )}
      </section>
    </>
  )
}

function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }))
}

/** A choice of one of a few values, each a button of its own. */
function Toggles<Value extends string | number>({
  legend,
  options,
  value,
  onChoose,
}: {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}) {
  return (
    <fieldset className={classes.toggles}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
