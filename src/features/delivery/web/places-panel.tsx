import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, CloseButton } from '@mantine/core'
import { cities as known, provinces as provinceList, provinceName } from '#kit/contract/pakistan-cities.ts'
import { answersTo, Combobox } from '#kit/web/fields/combobox.tsx'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'

/** Mirpur is in two provinces: one entry covers both. */
const options = [...new Map(known.map((city) => [city.name, city])).values()].map(
  ({ name, province, aliases }) => ({
    id: name,
    words: name,
    more: provinceName(province),
    sought: [name, ...aliases].join(' '),
  }),
)

/** Where a shipping method delivers: whole provinces, single cities, or everywhere. */
export function PlacesPanel({
  provinces,
  cities,
  error,
  onChange,
}: {
  provinces: readonly string[]
  cities: readonly string[]
  error: string | undefined
  onChange: (chosen: { provinces?: string[]; cities?: string[] }) => void
}) {
  const offered = (typed: string) => {
    const answers = answersTo(typed)
    return options.filter(({ id, sought }) => !cities.includes(id) && answers({ words: sought })).slice(0, 20)
  }
  return (
    <fieldset className={classes.group}>
      <legend>{texts.where}</legend>
      <p className={classes.quiet}>{texts.whereHint}</p>
      <Checkbox.Group
        label={texts.provinces}
        value={[...provinces]}
        onChange={(chosen) => onChange({ provinces: chosen })}
      >
        <div className={classes.checks}>
          {provinceList.map(({ code, name }) => (
            <Checkbox key={code} size="xs" value={code} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <div>
        <Combobox
          label={texts.addCity}
          look={{ label: texts.addCity, error }}
          options={offered}
          isRead
          none={texts.noCity}
          onAsk={() => {}}
          onPick={({ id }) => onChange({ cities: [...cities, id] })}
        />
      </div>
      {cities.length > 0 && (
        <ul className={classes.chosen} aria-label={texts.cities}>
          {cities.map((city) => (
            <li key={city}>
              {city}
              <CloseButton
                size="sm"
                aria-label={texts.removeCity({ city })}
                onClick={() => onChange({ cities: cities.filter((one) => one !== city) })}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
