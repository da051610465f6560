import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { Link } from '#kit/web/link.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { faqs, mostEntries } from '../contract.ts'
import { texts } from '../texts.ts'
import { emptyEntries, emptyEntry, filledOf, isBlank, problemsOf, type TypedEntry } from './entries-model.ts'
import classes from './entries-panel.module.css'
import { FaqFields } from './fields-panel.tsx'
import { faqList } from './links.ts'

/**
 * New questions beside each other: two empty entries at first, and more on request. Entries that are left empty are not
 * stored, half-filled ones are refused at their field, and all others are added in one call.
 */
export function FaqEntries() {
  const can = useCan()
  const show = useToast()
  const [entries, setEntries] = useState<readonly TypedEntry[]>(emptyEntries)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const create = useCommand(faqs.createAll)
  const form = useFirstInvalid(create.error)
  const filled = filledOf(entries)
  const { dialog } = useLeaveGuard(filled.length > 0)
  const refused = problemsOf(filled, fieldErrors(create.error ?? undefined))
  const errors = { ...refused, ...wrong }
  const change = (next: readonly TypedEntry[]) => {
    setEntries(next)
    setWrong({})
    if (create.error) create.reset()
  }
  const send = () => {
    const parsed = faqs.createAll.body.safeParse({ entries: filled.map(({ key: _key, ...entry }) => entry) })
    const found = problemsOf(filled, fieldErrors(parsed.error?.issues))
    setWrong(filled.length === 0 ? { [`${entries[0]?.key}.title`]: texts.fillOneEntry } : found)
    if (!parsed.success) return
    create.mutate(
      { input: parsed.data },
      {
        onSuccess: (made) => {
          // What was typed while the others were sent is kept.
          const isSent = (entry: TypedEntry) => filled.includes(entry)
          setEntries((now) => {
            const left = now.filter((entry) => !isSent(entry) && !isBlank(entry))
            return left.length > 0 ? left : emptyEntries()
          })
          show({
            message: (
              <>
                {texts.entriesAdded({
                  count: made.length,
                  link: (words) => <Link href={faqList()}>{words}</Link>,
                })}
              </>
            ),
          })
        },
      },
    )
  }
  if (!can(faqs.createAll)) return <Stored />
  return (
    <section className="box" aria-labelledby="faq-entries">
      <div className={classes.head}>
        <h2 id="faq-entries">{texts.newEntries}</h2>
        <Stored />
      </div>
      <p className={classes.quiet}>{texts.entriesHint}</p>
      <form
        ref={form}
        noValidate
        className={classes.entries}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {create.error && Object.keys(refused).length === 0 && <ChangeFailure error={create.error} />}
        {entries.map((entry, index) => (
          <EntryFields
            key={entry.key}
            entry={entry}
            number={index + 1}
            errors={errors}
            onChange={(next) => change(entries.with(index, { ...entry, ...next }))}
            {...(entries.length > 1 ? { onRemove: () => change(entries.toSpliced(index, 1)) } : {})}
          />
        ))}
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={entries.length >= mostEntries}
            onClick={() => change([...entries, emptyEntry()])}
          >
            {texts.addMore}
          </Button>
          <CommandButton type="submit" isPending={create.isPending} disabled={entries.every(isBlank)}>
            {texts.addEntries}
          </CommandButton>
        </div>
      </form>
      {dialog}
    </section>
  )
}

/** How many questions there are, with the way to all of them. */
function Stored() {
  const groups = useEndpoint(faqs.groups, {}).data
  if (!groups) return null
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  return (
    <p className={classes.quiet}>
      {texts.countStored({ count, link: (words) => <Link href={faqList()}>{words}</Link> })}
    </p>
  )
}

function EntryFields({
  entry,
  number,
  errors,
  onChange,
  onRemove,
}: {
  entry: TypedEntry
  number: number
  /** By the key of the entry and the field. */
  errors: Record<string, string>
  onChange: (change: Partial<TypedEntry>) => void
  onRemove?: () => void
}) {
  const errorOf = (field: string) => errors[`${entry.key}.${field}`]
  return (
    <fieldset className={classes.entry}>
      <legend>{texts.entry({ number })}</legend>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={classes.remove}
          aria-label={texts.removeEntry({ number })}
          title={texts.removeEntry({ number })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <FaqFields
        typed={entry}
        errors={{ title: errorOf('title'), details: errorOf('details'), group: errorOf('group') }}
        onChange={onChange}
      />
    </fieldset>
  )
}
