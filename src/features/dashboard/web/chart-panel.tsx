import { Button } from '@mantine/core'
import { ticks } from 'd3-array'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { saveFile } from '#kit/web/export/save-file.ts'
import { texts } from '../texts.ts'
import classes from './chart-panel.module.css'

export interface Series {
  name: string
  tone: 'accent' | 'quiet' | 'info' | 'waiting' | 'refused'
  values: number[]
}

interface Props {
  title: string
  /** Lines are drawn separately; bars are stacked. */
  kind: 'line' | 'bars'
  labels: string[]
  /** The days as the drawing names them. */
  axis: string[]
  series: Series[]
  format: (value: number) => string
  /** The value as a plain number, for calculations outside the product. */
  plain: (value: number) => string
}

const height = 220
const inset = { top: 10, right: 8, bottom: 22, left: 78 }
const plotHeight = height - inset.top - inset.bottom

/** A chart with its title, its legend, the same numbers as a table, and as CSV. */
export function ChartCard(props: Props) {
  const { title, labels, series, format } = props
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setTable(!isTable)}>
          {isTable ? texts.viewAsChart : texts.viewAsTable}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => download(props)}>
          {texts.csv}
        </Button>
      </header>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name, tone }) => (
            <li key={name} data-tone={tone}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        <section className={classes.tableBox} aria-label={texts.asATable({ title })} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.days}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{format(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <Drawing {...props} />
      )}
    </section>
  )
}

/** The drawing. The arrow keys move from point to point, and each point is announced and shown. */
function Drawing(props: Props) {
  const { title, labels, series, format } = props
  const [box, width] = useWidth()
  const last = labels.length - 1
  const { active, setActive, onKeyDown } = useActive(last)
  const scale = scaleOf(props, width)
  const { x, step } = scale
  const wordsAt = (index: number) =>
    `${labels[index]}: ${series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`).join(', ')}`
  return (
    <div
      ref={box}
      // Time runs from left to right on a chart, in every language.
      dir="ltr"
      className={classes.drawing}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? 0}
      aria-valuetext={wordsAt(active ?? 0)}
      onKeyDown={onKeyDown}
      onFocus={() => setActive((before) => before ?? last)}
      onBlur={() => setActive(null)}
      onMouseMove={(event) => {
        const at = event.clientX - event.currentTarget.getBoundingClientRect().left - inset.left
        setActive(at < 0 || step === 0 ? null : Math.min(last, Math.floor(at / step)))
      }}
      onMouseLeave={() => setActive(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Grid scale={scale} width={width} format={format} />
          {active !== null && (
            <rect
              className={classes.here}
              x={x(active) - step / 2}
              y={inset.top}
              width={step}
              height={plotHeight}
            />
          )}
          {props.kind === 'line' ? (
            <Lines {...props} scale={scale} active={active} />
          ) : (
            <Bars {...props} scale={scale} />
          )}
          <DayLabels width={width} axis={props.axis} x={x} />
        </svg>
      )}
      {active !== null && (
        <p
          className={classes.words}
          style={{ insetInlineStart: Math.min(Math.max(0, x(active) - 110), Math.max(0, width - 220)) }}
        >
          {wordsAt(active)}
        </p>
      )}
    </div>
  )
}

/** The width of an element in pixels, measured whenever it changes. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}

/** The point that the pointer or the arrow keys have reached; null without one. */
function useActive(last: number) {
  const [active, setActive] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -last, End: last }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, (active ?? (move > 0 ? -1 : last + 1)) + move)))
  }
  return { active, setActive, onKeyDown }
}

/** The positions of days and values in the drawing, in pixels. */
function scaleOf({ kind, labels, series }: Props, width: number) {
  const totals = labels.map((_, index) =>
    kind === 'bars'
      ? series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
      : Math.max(...series.map(({ values }) => values[index] ?? 0)),
  )
  const marks = ticks(0, Math.max(1, ...totals), 4)
  const top = Math.max(1, ...totals, ...marks)
  const step = Math.max(0, width - inset.left - inset.right) / Math.max(1, labels.length)
  return {
    marks,
    step,
    x: (index: number) => inset.left + (index + 0.5) * step,
    y: (value: number) => inset.top + plotHeight * (1 - value / top),
  }
}
type Scale = ReturnType<typeof scaleOf>

function Grid({
  scale: { marks, y },
  width,
  format,
}: { scale: Scale; width: number } & Pick<Props, 'format'>) {
  return marks.map((mark) => (
    <g key={mark}>
      <line className={classes.grid} x1={inset.left} x2={width - inset.right} y1={y(mark)} y2={y(mark)} />
      <text className={classes.mark} x={inset.left - 8} y={y(mark)} dy="0.32em">
        {format(mark)}
      </text>
    </g>
  ))
}

function Lines({
  labels,
  series,
  scale: { x, y },
  active,
}: Pick<Props, 'labels' | 'series'> & { scale: Scale; active: number | null }) {
  return series.toReversed().map(({ name, tone, values }) => (
    <g key={name} data-tone={tone}>
      <polyline
        className={classes.line}
        points={values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
      />
      {values.map((value, index) =>
        labels.length === 1 || index === active ? (
          <circle key={labels[index]} className={classes.dot} cx={x(index)} cy={y(value)} r={3.5} />
        ) : null,
      )}
    </g>
  ))
}

function Bars({
  labels,
  series,
  scale: { x, y, step },
}: Pick<Props, 'labels' | 'series'> & { scale: Scale }) {
  return labels.map((label, index) => {
    let base = 0
    return (
      <g key={label}>
        {series.map(({ name, tone, values }) => {
          const from = base
          base += values[index] ?? 0
          return (
            <rect
              key={name}
              className={classes.bar}
              data-tone={tone}
              x={x(index) - Math.min(step * 0.36, 18)}
              y={y(base)}
              width={Math.min(step * 0.72, 36)}
              height={Math.max(0, y(from) - y(base))}
            />
          )
        })}
      </g>
    )
  })
}

/** Three days need this width in pixels to stand apart. */
const widthOfThreeDays = 420

/** The first and the last day, and the middle one where there is room. */
function DayLabels({ axis, x, width }: { axis: string[]; x: Scale['x']; width: number }) {
  const last = axis.length - 1
  const shown = [...new Set(width < widthOfThreeDays ? [0, last] : [0, Math.floor(last / 2), last])]
  return shown.map((index) => (
    <text
      key={index}
      className={classes.day}
      x={x(index)}
      y={height - 6}
      textAnchor={last === 0 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
    >
      {axis[index]}
    </text>
  ))
}

/** The file contains only days and plain numbers, so no cell can run as a formula. */
function download({ title, labels, series, plain }: Props): void {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = [
    [texts.days, ...series.map(({ name }) => name)],
    ...labels.map((label, index) => [label, ...series.map(({ values }) => plain(values[index] ?? 0))]),
  ]
  const text = `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
  saveFile(
    new Blob([text], { type: 'text/csv;charset=utf-8' }),
    `${title.toLowerCase().replaceAll(' ', '-')}.csv`,
  )
}
