import { Button } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import type { UsedPicture } from '#features/media/contract.ts'
import { recentMomentOf } from '#kit/contract/words.ts'
import dragged from '#kit/web/list/dragged-rows.module.css'
import { shiftOf, useDraggedRows } from '#kit/web/list/dragged-rows.ts'
import { OrderButtons } from '#kit/web/list/order-buttons.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Switch } from '#kit/web/switch.tsx'
import { None } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import classes from './entries-panel.module.css'
import { EntryFields } from './section-form-panel.tsx'
import {
  countedEntries,
  entriesOf,
  entryName,
  entryNoun,
  filledEntries,
  hasPlainEntries,
  sectionOf,
  standingOf,
  type TypedEntry,
} from './section-model.ts'
import { type Entries, useEntries } from './use-entries.ts'
import type { SectionForm } from './use-section.tsx'

/** The entries of a section in their order: banners as a table, texts one below the other. */
export function EntriesPanel({
  form,
  open,
  onOpen,
}: {
  form: SectionForm
  /** The entry whose fields are shown; null if none is. */
  open: string | null
  onOpen: (id: string | null) => void
}) {
  const { name, typed, mayChange } = form
  const isPlain = hasPlainEntries(name)
  // The empty entries that a page begins with are there to be filled in: a reader has no use for them.
  const entries = isPlain && !mayChange ? filledEntries(name, typed) : entriesOf(typed)
  const count = countedEntries(name, typed)
  const acts = useEntries(form, onOpen)
  const { title } = sectionOf(name)
  return (
    <section className={`box ${classes.panel}`} aria-label={isPlain ? texts.entries : title}>
      <div className={classes.head}>
        <h2>{texts.entriesOf({ noun: isPlain ? texts.entries : title, count })}</h2>
        {mayChange && (
          <Button size="xs" variant="default" disabled={acts.isFull} onClick={acts.add}>
            {isPlain ? texts.addMore : texts.addNew({ noun: entryNoun(name) })}
          </Button>
        )}
      </div>
      {acts.isFull && <p className={classes.quiet}>{texts.atMost({ count })}</p>}
      {entries.length === 0 && <p className={classes.quiet}>{texts.noEntries}</p>}
      {entries.length > 0 &&
        (isPlain ? (
          <PlainEntries form={form} entries={entries} acts={acts} />
        ) : (
          <EntryTable form={form} entries={entries} acts={acts} open={open} onOpen={onOpen} />
        ))}
      <p className="visually-hidden" aria-live="polite">
        {acts.told}
      </p>
    </section>
  )
}

interface Rows {
  form: SectionForm
  entries: readonly TypedEntry[]
  acts: Entries
}

/** Texts that are written one below the other. */
function PlainEntries({ form, entries, acts }: Rows) {
  const { list, drag, grab } = useDraggedRows(acts.place)
  const { name, mayChange } = form
  return (
    <ol ref={list} className={`${classes.cards} ${dragged.rows}`} data-dragging={drag ? '' : undefined}>
      {entries.map((entry, index) => {
        const called = entryName(name, entry, index)
        return (
          <li key={entry.id} data-dragged={drag?.from === index || undefined} style={shiftOf(drag, index)}>
            <div className={classes.cardHead}>
              {mayChange && <Grip onGrab={(event) => grab(event, index)} />}
              <h3 dir="auto">{called}</h3>
              {mayChange && (
                <EntryActions acts={acts} called={called} entry={entry} index={index} of={entries.length} />
              )}
            </div>
            <EntryFields form={form} entry={entry} />
          </li>
        )
      })}
    </ol>
  )
}

function EntryTable({
  form,
  entries,
  acts,
  open,
  onOpen,
}: Rows & { open: string | null; onOpen: (id: string | null) => void }) {
  const { name, mayChange } = form
  const { list, drag, grab } = useDraggedRows<HTMLTableSectionElement>(acts.place)
  const fields = sectionOf(name).items?.fields ?? {}
  const columns = ['image', 'icon', 'title', 'sub_title', 'cta', 'cta_link'].filter(
    (field) => field in fields,
  )
  const now = Date.now()
  const label = texts.tableOf({ title: sectionOf(name).title })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((field) => (
              <th key={field} scope="col">
                {fields[field]?.label}
              </th>
            ))}
            <th scope="col">{texts.status}</th>
            <th scope="col">
              <span className="visually-hidden">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={list} className={dragged.rows} data-dragging={drag ? '' : undefined}>
          {entries.map((entry, index) => {
            const called = entryName(name, entry, index)
            return (
              <tr
                key={entry.id}
                data-open={entry.id === open || undefined}
                data-dragged={drag?.from === index || undefined}
                style={shiftOf(drag, index)}
              >
                {columns.map((field) => (
                  <td key={field} dir="auto">
                    {field === 'image' || field === 'icon' ? (
                      <span className={classes.pictured}>
                        {mayChange && <Grip onGrab={(event) => grab(event, index)} />}
                        <EntryPicture picture={entry[field] as UsedPicture | null} />
                      </span>
                    ) : (
                      <span className={classes.words}>
                        {String(entry[field]) || <None title={texts.nothing} />}
                      </span>
                    )}
                  </td>
                ))}
                <td>
                  <EntryMark entry={entry} now={now} />
                </td>
                <td>
                  <span className={classes.actions}>
                    {mayChange && (
                      <Switch
                        aria-label={texts.isOn({ name: called })}
                        checked={entry.is_on === true}
                        onChange={(event) => form.put('is_on', event.currentTarget.checked, entry.id)}
                      />
                    )}
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-expanded={entry.id === open}
                      aria-label={texts.editName({ name: called })}
                      onClick={() => onOpen(entry.id === open ? null : entry.id)}
                    >
                      {mayChange ? texts.edit : texts.show}
                    </Button>
                    {mayChange && (
                      <EntryActions
                        acts={acts}
                        called={called}
                        entry={entry}
                        index={index}
                        of={entries.length}
                      />
                    )}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Moves a row by dragging. Keyboard users have the buttons. */
function Grip({ onGrab }: { onGrab: (event: PointerEvent<HTMLElement>) => void }) {
  return (
    <span
      className={`${classes.grip} ${dragged.grip}`}
      aria-hidden="true"
      title={texts.dragToAnotherPlace}
      onPointerDown={onGrab}
    >
      <IconGripVertical size={16} />
    </span>
  )
}

function EntryActions({
  acts,
  called,
  entry,
  index,
  of,
}: {
  acts: Entries
  called: string
  entry: TypedEntry
  index: number
  of: number
}) {
  return (
    <span className={classes.actions}>
      <OrderButtons
        name={called}
        position={index + 1}
        count={of}
        onPlace={(position) => acts.place(index, position - 1)}
      />
      <RecordMenu
        label={texts.actionsOf({ name: called })}
        items={[
          ...(acts.isFull ? [] : [{ words: texts.duplicate, onPick: () => acts.duplicate(entry.id) }]),
          { words: texts.remove, onPick: () => acts.remove(entry.id), isDangerous: true },
        ]}
      />
    </span>
  )
}

function EntryPicture({ picture }: { picture: UsedPicture | null }) {
  return (
    <span className={classes.thumbnail}>
      {picture && (
        <img src={`/media/${picture.media}.webp`} alt={picture.alt} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

/** Whether shoppers see an entry now; if not, since when or from when on. */
function EntryMark({ entry, now }: { entry: TypedEntry; now: number }) {
  const standing = standingOf(entry, now)
  if (standing.is === 'shown') return <StatusMark tone="good">{texts.shownNow}</StatusMark>
  if (standing.is === 'off') return <StatusMark tone="off">{texts.off}</StatusMark>
  if (standing.is === 'never') return <StatusMark tone="refused">{texts.neverShown}</StatusMark>
  const at = recentMomentOf(standing.at)
  return standing.is === 'begins' ? (
    <StatusMark tone="info">{texts.begins({ at })}</StatusMark>
  ) : (
    <StatusMark tone="off">{texts.ended({ at })}</StatusMark>
  )
}
