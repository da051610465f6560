import { IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { homepageParts, sections } from '#features/content/section-contract.ts'
import dragged from '#kit/web/list/dragged-rows.module.css'
import { shiftOf, useDraggedRows } from '#kit/web/list/dragged-rows.ts'
import { OrderButtons } from '#kit/web/list/order-buttons.tsx'
import { Switch } from '#kit/web/switch.tsx'
import { texts } from '../texts.ts'
import classes from './entries-panel.module.css'
import { moved } from './section-model.ts'

type Part = (typeof homepageParts)[number]

/** What each part of the homepage is called. */
export const partLabels: Readonly<Record<Part, string>> = {
  slider_banners: sections.slider_banners.title,
  sub_slider_banners: sections.sub_slider_banners.title,
  services: sections.services.title,
  popular_categories_banners: sections.popular_categories_banners.title,
  products: texts.products,
  center_large_banner: sections.center_large_banner.title,
  bottom_small_banners: sections.bottom_small_banners.title,
}

/** The parts of the homepage in their order; a part that is off is left out of the page. */
export function PartsOrder({
  label,
  value,
  onChange,
}: {
  label: string
  value: readonly string[]
  onChange: (parts: readonly string[]) => void
}) {
  const [told, setTold] = useState('')
  const shown = value as readonly Part[]
  const place = (from: number, to: number) => {
    const part = shown[from]
    if (!part || from === to || to < 0 || to >= shown.length) return
    onChange(moved(shown, from, to))
    setTold(texts.nowAt({ name: partLabels[part], position: to + 1, count: shown.length }))
  }
  const { list, drag, grab } = useDraggedRows(place)
  const row = (part: Part, index: number) => {
    const isOn = index < shown.length
    return (
      <li key={part} data-dragged={drag?.from === index || undefined} style={shiftOf(drag, index)}>
        {isOn && (
          // Keyboard users have the buttons.
          <span
            className={`${classes.grip} ${dragged.grip}`}
            aria-hidden="true"
            title={texts.dragToAnotherPlace}
            onPointerDown={(event) => grab(event, index)}
          >
            <IconGripVertical size={16} />
          </span>
        )}
        <span className={classes.partName}>{partLabels[part]}</span>
        <Switch
          aria-label={texts.partIsShown({ name: partLabels[part] })}
          checked={isOn}
          onChange={() => onChange(isOn ? shown.filter((one) => one !== part) : [...shown, part])}
        />
        {isOn && (
          <OrderButtons
            name={partLabels[part]}
            position={index + 1}
            count={shown.length}
            onPlace={(position) => place(index, position - 1)}
          />
        )}
      </li>
    )
  }
  const off = homepageParts.filter((part) => !shown.includes(part))
  return (
    <fieldset className={classes.parts}>
      <legend>{label}</legend>
      <ol ref={list} className={`${classes.partRows} ${dragged.rows}`} data-dragging={drag ? '' : undefined}>
        {shown.map(row)}
      </ol>
      {off.length > 0 && (
        <ul className={classes.partRows}>{off.map((part, index) => row(part, shown.length + index))}</ul>
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </fieldset>
  )
}
