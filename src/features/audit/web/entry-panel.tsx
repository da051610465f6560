import { recordAt } from '#kit/web/address.ts'
import { useAllows } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { useRecordScreen } from '#kit/web/record-screens.ts'
import { None } from '#kit/web/values.tsx'
import { type AuditEntry, type ChangedField, valueText } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './entry-panel.module.css'
import { writtenOrState } from './value-model.ts'

/** The link to the record of an entry; null if the record has no screen or the reader may not open it. */
export function useRecordHref(): (entry: AuditEntry) => string | null {
  const allows = useAllows()
  const screenOf = useRecordScreen()
  return ({ record }) => {
    const screen = record && screenOf(record.kind)
    return screen && allows(screen.access) ? recordAt(screen.path)(record) : null
  }
}

/** The record of an entry: its kind and its name at that time, as a link if the reader may open it. */
export function RecordName({ entry }: { entry: AuditEntry }) {
  const href = useRecordHref()(entry)
  const name = entry.subject_name || kindWords(entry.subject_type)
  return (
    <span className={classes.record}>
      {entry.subject_name && <span className={classes.kind}>{kindWords(entry.subject_type)}</span>}
      {href ? (
        <Link href={href} dir="auto" title={name} className={classes.name}>
          {name}
        </Link>
      ) : (
        <span dir="auto" title={name} className={classes.name}>
          {name}
        </span>
      )}
    </span>
  )
}

/** The actor of an entry; an actor that is not a person is shown with its kind. */
export function ActorName({ entry }: { entry: Pick<AuditEntry, 'actor_kind' | 'actor_name'> }) {
  // A sign-in is made by a user who is not signed in yet.
  if (entry.actor_kind === 'system' && entry.actor_name === 'nobody') return texts.notSignedIn
  const kind = entry.actor_kind === 'person' ? '' : actorKinds[entry.actor_kind]
  return (
    <span className={classes.record}>
      <span dir="auto" title={entry.actor_name} className={classes.name}>
        {entry.actor_name}
      </span>
      {kind && <span className={classes.kind}>{kind}</span>}
    </span>
  )
}

const actorKinds = { integrator: texts.intakeKey, system: texts.system } as const

const shownInRow = 2

/** The first fields of a change on one line, before → after, and the number of further fields. */
export function ChangesLine({ fields }: { fields: ChangedField[] }) {
  if (fields.length === 0) return <None title={texts.noFieldChanged} />
  const lines = fields.map((field) => `${fieldWords(field.name)}: ${sidesText(field)}`)
  const more = fields.length - shownInRow
  return (
    <span className={classes.changes} title={lines.join('\n')}>
      <span dir="auto">{lines.slice(0, shownInRow).join(' · ')}</span>
      {more > 0 && <span className={classes.more}>{texts.moreCount({ more })}</span>}
    </span>
  )
}

function sidesText({ name, before, after }: ChangedField): string {
  if (before === undefined) return shown(name, after)
  if (after === undefined) return `${shown(name, before)} → –`
  return `${shown(name, before)} → ${shown(name, after)}`
}

/** A value of this field for display; a missing value is the empty text. */
export function valueWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return writtenOrState(name, valueText(value))
}

function shown(name: string, value: unknown): string {
  return valueWords(name, value) || '–'
}

/** An action in words, as the entry's own: `request_update` is Request update. */
export function actionWords(action: string): string {
  return capital(action.replaceAll('_', ' '))
}

/** A kind of record in words. */
export function kindWords(subjectType: string): string {
  return subjectType === 'api_key' ? texts.intakeKey : capital(subjectType.replaceAll('_', ' '))
}

const spelled: Record<string, string> = {
  cnic: 'CNIC',
  shop_ntn: 'NTN',
  ibn_number: 'IBAN',
  sku: 'SKU',
}

/** The name of a field in words: `shop.shop_name` is Shop name. */
export function fieldWords(path: string): string {
  const name = path.split('.').at(-1) ?? path
  return spelled[name] ?? capital(name.replace(/^(sellers|product)_/, '').replaceAll('_', ' '))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
