import { type ComparedField, Comparison } from '#kit/web/record/comparison.tsx'
import { type ReleasedName, titleOf } from '../section-contract.ts'
import { texts } from '../texts.ts'
import { changesOf, type EntryChange, type FieldChange, pictureOf } from './comparison-model.ts'
import classes from './section-comparison-panel.module.css'

/** What differs between two values of a section, side by side, with its pictures. */
export function SectionComparison({
  section,
  before,
  after,
}: {
  section: ReleasedName
  before: unknown
  after: unknown
}) {
  const { fields, entries } = changesOf(section, before, after)
  if (fields.length === 0 && entries.length === 0) {
    return <p className={classes.quiet}>{texts.nothingChanges}</p>
  }
  return (
    <div className={classes.changes}>
      {fields.length > 0 && <Fields name={titleOf(section)} fields={fields} />}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </div>
  )
}

/** The sections of two sides that differ, each under its title. */
export function SectionComparisons({
  pairs,
}: {
  pairs: readonly { section: ReleasedName; before?: unknown; after?: unknown; is_changed: boolean }[]
}) {
  const changed = pairs.filter(({ is_changed }) => is_changed)
  const same = pairs.filter(({ is_changed }) => !is_changed)
  return (
    <>
      {changed.length === 0 && <p className={classes.quiet}>{texts.nothingChanges}</p>}
      {changed.map(({ section, before, after }) => (
        <section key={section} className={classes.section} aria-label={titleOf(section)}>
          <h3>{titleOf(section)}</h3>
          <SectionComparison section={section} before={before} after={after} />
        </section>
      ))}
      {same.length > 0 && (
        <p className={classes.quiet}>
          {texts.unchanged({ sections: same.map(({ section }) => titleOf(section)).join(', ') })}
        </p>
      )}
    </>
  )
}

const markWords = {
  added: texts.added,
  removed: texts.removed,
  moved: texts.moved,
  changed: texts.changed,
} as const

function Entry({ entry: { name, marks, places, fields } }: { entry: EntryChange }) {
  return (
    <div className={classes.entry}>
      <p className={classes.name}>
        <bdi>{name}</bdi>
        {marks.map((mark) => (
          <span key={mark} className={classes.mark} data-mark={mark}>
            {markWords[mark]}
          </span>
        ))}
        {places && <small>{texts.fromTo(places)}</small>}
      </p>
      {fields.length > 0 && <Fields name={name} fields={fields} />}
    </div>
  )
}

function Fields({ name, fields }: { name: string; fields: readonly FieldChange[] }) {
  const labels = Object.fromEntries(fields.map(({ path, label }) => [path, label]))
  const compared = fields.map(
    ({ path, before, after, kind, values }): ComparedField => ({
      ...{ path, before, after },
      ...(kind === 'picture' || kind === 'color'
        ? { drawn: { before: drawn(kind, values.before), after: drawn(kind, values.after) } }
        : {}),
    }),
  )
  return <Comparison label={name} fields={compared} labels={labels} />
}

function drawn(kind: 'picture' | 'color', value: unknown) {
  if (kind === 'color') return typeof value === 'string' ? <Swatch color={value} /> : null
  const picture = pictureOf(value)
  if (!picture) return null
  const { media, width, height } = picture
  // The words beside it say what it shows.
  return (
    <img
      className={classes.picture}
      src={`/media/${media}.webp`}
      width={width}
      height={height}
      // Its room is kept before it has come: at most 180 pixels high.
      style={{ width: Math.min(width, (180 * width) / height) }}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function Swatch({ color }: { color: string }) {
  return (
    <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" fill={color} />
    </svg>
  )
}
