import { useState } from 'react'
import type { Answers, Content, PageName, Picked } from '#features/window/contract.ts'
import { WindowPreview } from '#features/window/web/window-preview-panel.tsx'
import { texts } from '../texts.ts'
import classes from './preview-panel.module.css'
import { useAnswers } from './use-answers.ts'

const widths = [390, 768, 1200, 1550] as const
const themes = { light: texts.light, dark: texts.dark } as const
const directions = { ltr: texts.leftToRight, rtl: texts.rightToLeft } as const

/** A page of the shop in the width, look and direction that are chosen; a click in it names the part. */
export function PreviewPanel({
  content,
  page,
  answers,
  focus,
  startsWith,
  onPicked,
}: {
  content: Content | undefined
  page: PageName
  /** What the page shows beside the content; what shoppers are answered, if nothing is given. */
  answers?: Answers
  /** The section that is scrolled into view. */
  focus?: string
  startsWith: (typeof widths)[number]
  onPicked?: (picked: Picked) => void
}) {
  const [width, setWidth] = useState<(typeof widths)[number]>(() =>
    // On a phone a wide shop would be too small to read.
    matchMedia('(width < 48em)').matches ? 390 : startsWith,
  )
  const [theme, setTheme] = useState<keyof typeof themes>('light')
  const [dir, setDir] = useState<keyof typeof directions>('ltr')
  const live = useAnswers(page, content)
  return (
    <section className={classes.panel} aria-label={texts.preview}>
      <div className={classes.tools}>
        <Toggles
          legend={texts.width}
          options={widths.map((one) => ({ value: one, label: texts.pixels({ width: one }) }))}
          value={width}
          onChoose={setWidth}
        />
        <Toggles legend={texts.look} options={optionsOf(themes)} value={theme} onChoose={setTheme} />
        <Toggles legend={texts.direction} options={optionsOf(directions)} value={dir} onChoose={setDir} />
      </div>
      {/* The frame is scaled from its left edge, whatever the language around it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
      <section className={classes.frame} dir="ltr" aria-label={texts.previewOfShop} tabIndex={0}>
        {content && (
          <WindowPreview
            title={texts.previewOfShop}
            content={content}
            page={page}
            width={width}
            theme={theme}
            dir={dir}
            answers={answers ?? live}
            {...{ focus, onPicked }}
          />
        )}
      </section>
    </section>
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
