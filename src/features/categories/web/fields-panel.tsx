import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { Facts } from '#kit/web/facts.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { FieldClash } from '#kit/web/field-clash.tsx'
import { fieldErrors } from '#kit/web/field-errors.ts'
import { useFirstInvalid } from '#kit/web/first-invalid.ts'
import { useLeaveGuard } from '#kit/web/leave-guard.tsx'
import { SideCard } from '#kit/web/record-layout.tsx'
import { useSaveKey } from '#kit/web/save-key.ts'
import { useToast } from '#kit/web/toast.tsx'
import { CategoryChange, type CategoryDetail, categories } from '../contract.ts'
import classes from './fields-panel.module.css'

const fields = ['name', 'slug'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>
const labels: Values = { name: 'Name', slug: 'Slug' }

/**
 * Name and slug of a category, changed in place: the panel, the bar that stands while something is not saved, and the
 * question before it would be lost. What others save meanwhile is taken over where nothing else was typed; where it
 * was, both stand side by side and nothing is saved before somebody has chosen.
 */
export function useFields(fresh: CategoryDetail): { panel: ReactNode; bar: ReactNode; question: ReactNode } {
  const mayChange = useCan()(categories.change)
  const show = useToast()
  const save = useCommand(categories.change)
  const form = useFirstInvalid(save.error)
  /** What stood when the typing began, or was last looked at. */
  const [base, setBase] = useState<CategoryDetail>(fresh)
  const [typed, setTyped] = useState<Values>({ name: fresh.name, slug: fresh.slug })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const meant: Values = { name: typed.name.trim(), slug: typed.slug.trim().toLowerCase() }
  const touched = fields.filter((field) => meant[field] !== base[field])
  const clashing = fields.filter(
    (field) => touched.includes(field) && fresh[field] !== base[field] && fresh[field] !== meant[field],
  )
  const isUnsaved = mayChange && touched.length > 0
  const takeOver = (standing: CategoryDetail, kept: readonly Field[]) => {
    setBase(standing)
    setTyped({
      name: kept.includes('name') ? typed.name : standing.name,
      slug: kept.includes('slug') ? typed.slug : standing.slug,
    })
  }
  const isNewer = fresh.version > base.version
  if (isNewer && clashing.length === 0) {
    takeOver(
      fresh,
      touched.filter((field) => meant[field] !== fresh[field]),
    )
  }
  const guard = useLeaveGuard(isUnsaved)

  const send = (changes: Partial<Values>, version: number) =>
    save.mutate(
      { input: { id: fresh.id, ...changes }, ifMatch: version },
      {
        onSuccess: (saved) => {
          setBase(saved)
          setTyped((now) => ({
            name: now.name === typed.name ? saved.name : now.name,
            slug: now.slug === typed.slug ? saved.slug : now.slug,
          }))
          show({ message: `${saved.name} is saved` })
        },
        onError: (error) => {
          const standing = standingOf(error)
          // What somebody else changed is another field: nothing of theirs is written over.
          const isOtherwise = fields.some((field) => field in changes && standing?.[field] !== base[field])
          if (standing && !isOtherwise) {
            send(changes, standing.version)
          } else setWrong(fieldErrors(error))
        },
      },
    )
  const submit = () => {
    if (!isUnsaved || save.isPending || clashing.length > 0) return
    const changes = Object.fromEntries(touched.map((field) => [field, typed[field]]))
    const found = fieldErrors(CategoryChange.safeParse(changes).error?.issues)
    setWrong(found)
    if (Object.keys(found).length === 0) send(changes, base.version)
  }
  useSaveKey(mayChange, () => form.current?.requestSubmit())
  const settle = (kept: readonly Field[]) => {
    save.reset()
    takeOver(fresh, kept)
  }
  const discard = () => {
    setWrong({})
    settle([])
  }
  const change = (field: Field, value: string) => {
    setTyped({ ...typed, [field]: value })
    setWrong({})
    save.reset()
  }
  /** What is wrong with a field is said when it is left. */
  const check = (field: Field) => {
    const { error } = CategoryChange.shape[field].safeParse(typed[field])
    if (error) setWrong((before) => ({ ...before, [field]: error.issues[0]?.message ?? '' }))
  }
  const hasUntold = clashing.length === 0 && Object.keys(wrong).length === 0

  const panel = mayChange ? (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SideCard title="Name and address">
        {clashing.length > 0 && (
          <FieldClash
            what="category"
            fields={clashing.map((field) => ({
              label: labels[field],
              standing: fresh[field],
              typed: typed[field],
            }))}
            onTake={() => settle(touched.filter((field) => !clashing.includes(field)))}
            onKeep={() => settle(touched)}
          />
        )}
        {hasUntold && save.error && <ChangeFailure error={save.error} />}
        <div className={classes.fields}>
          <TextInput
            label="Name"
            dir="auto"
            maxLength={120}
            value={typed.name}
            error={wrong.name}
            onChange={(event) => change('name', event.currentTarget.value)}
            onBlur={() => check('name')}
          />
          <TextInput
            label="Slug"
            dir="ltr"
            maxLength={80}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="After a change the old one goes on leading here."
            value={typed.slug}
            error={wrong.slug}
            onChange={(event) => change('slug', event.currentTarget.value)}
            onBlur={() => check('slug')}
          />
        </div>
      </SideCard>
    </form>
  ) : (
    <Facts
      title="Name and address"
      facts={fields.map((field) => ({ label: labels[field], value: <bdi>{fresh[field]}</bdi> }))}
    />
  )
  const bar = isUnsaved && (
    <fieldset className={classes.bar} aria-label="Unsaved changes">
      <Button disabled={save.isPending || clashing.length > 0} onClick={() => form.current?.requestSubmit()}>
        {save.isPending ? 'Loading...' : 'Save'}
      </Button>
      <Button variant="default" disabled={save.isPending} onClick={discard}>
        Discard
      </Button>
      <p role="status">
        Unsaved changes: {touched.map((field) => labels[field].toLowerCase()).join(' and ')}
      </p>
    </fieldset>
  )
  return { panel, bar: bar || undefined, question: guard.dialog }
}

/** The record as it stands, which a refusal of what was read before brings with it. */
function standingOf(error: Error | null): CategoryDetail | null {
  return error instanceof ApiRefusal && error.status === 412
    ? ((error.problem.results as CategoryDetail | undefined) ?? null)
    : null
}
