import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { Clash } from '#kit/web/clash.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { Facts } from '#kit/web/facts.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/field-errors.ts'
import { useFirstInvalid } from '#kit/web/first-invalid.ts'
import { useLeaveGuard } from '#kit/web/leave-guard.tsx'
import { SideCard } from '#kit/web/record-layout.tsx'
import { useSaveKey } from '#kit/web/save-bar.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { PromotionChange } from '../draft-contract.ts'
import classes from './fields-panel.module.css'
import { MomentField } from './moment-panel.tsx'
import { countOf } from './name-panel.tsx'
import { ScopeFields } from './scope-panel.tsx'
import {
  type Field,
  fieldLabels,
  fields,
  isSame,
  type Typed,
  termsOf,
  typedOf,
  wordsOf,
} from './typed-panel.tsx'

/** What the other panels look at before it is saved; null while something that they need cannot be read. */
export type Wanted = ReturnType<typeof termsOf>

/**
 * The terms of a draft, or the name of a campaign that was started, changed in place: the panel, the bar that stands while
 * something is not saved, the question before it would be lost, and what is typed. What others save meanwhile is taken
 * over where nothing else was typed; where it was, both stand side by side.
 */
export function usePromotionFields(fresh: PromotionDetail): {
  panel: ReactNode
  bar: ReactNode
  question: ReactNode
  wanted: Wanted
} {
  const mayChange = useCan()(promotions.change)
  const show = useToast()
  const save = useCommand(promotions.change)
  const form = useFirstInvalid(save.error)
  /** What stood when the typing began, or was last looked at. */
  const [base, setBase] = useState(fresh)
  const [typed, setTyped] = useState<Typed>(() => typedOf(fresh))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const isDraft = fresh.status === 'draft'
  const open: readonly Field[] = isDraft ? fields : ['name']
  const wanted = termsOf(typed)
  const [stood, stands] = [termsOf(typedOf(base)), termsOf(typedOf(fresh))]
  const touched = open.filter((field) => !isSame(wanted[field], stood[field]))
  const clashing = touched.filter(
    (field) => !isSame(stands[field], stood[field]) && !isSame(stands[field], wanted[field]),
  )
  const isOtherThanName = touched.some((field) => field !== 'name')
  const isUnsaved = mayChange && touched.length > 0
  const takeOver = (standing: PromotionDetail, kept: readonly Field[]) => {
    const next = typedOf(standing)
    setBase(standing)
    setTyped({ ...next, ...Object.fromEntries(kept.map((field) => [field, typed[field]])) })
  }
  if (fresh.version > base.version && clashing.length === 0) {
    takeOver(
      fresh,
      touched.filter((field) => !isSame(wanted[field], stands[field])),
    )
  }
  const guard = useLeaveGuard(isUnsaved)

  const send = (changes: object, version: number) =>
    save.mutate(
      { input: { id: fresh.id, ...changes }, ifMatch: version },
      {
        onSuccess: (saved) => {
          setBase(saved)
          setTyped((now) => (now === typed ? typedOf(saved) : now))
          const told = saved.asked_again > 0 ? `. ${askedAgain(saved.asked_again)}` : ''
          show({ message: `${saved.name} is saved${told}` })
        },
        onError: (error) => {
          const standing = standingOf(error)
          const theirs = standing && termsOf(typedOf(standing))
          // What somebody else changed is another field: nothing of theirs is written over.
          const isOtherwise = theirs && touched.some((field) => !isSame(theirs[field], stood[field]))
          if (standing && !isOtherwise) send(changes, standing.version)
          else setWrong(fieldErrors(error))
        },
      },
    )
  const submit = () => {
    if (!isUnsaved || save.isPending || clashing.length > 0) return
    const sent = touched.includes('starts_at') || touched.includes('ends_at') ? periodWith(touched) : touched
    const changes = Object.fromEntries(sent.map((field) => [field, wanted[field]]))
    const found = fieldErrors(PromotionChange.safeParse(changes).error?.issues)
    setWrong(found)
    if (Object.keys(found).length === 0) send(changes, base.version)
  }
  useSaveKey(mayChange, () => form.current?.requestSubmit())
  const settle = (kept: readonly Field[]) => {
    save.reset()
    takeOver(fresh, kept)
  }
  const change = (changes: Partial<Typed>) => {
    setTyped({ ...typed, ...changes })
    setWrong({})
    save.reset()
  }
  const text = (field: 'name' | 'discount_bp' | 'discount_cap' | 'price_floor' | 'cost_share_bp') => ({
    label: fieldLabels[field],
    value: typed[field],
    error: wrong[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  })
  const isTold = clashing.length > 0 || Object.keys(wrong).length > 0

  const panel = mayChange ? (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SideCard title="Campaign">
        {clashing.length > 0 && (
          <Clash
            noun="campaign"
            fields={clashing.map((field) => ({
              label: fieldLabels[field],
              standing: wordsOf(field, typedOf(fresh)),
              typed: wordsOf(field, typed),
            }))}
            onTake={() => settle(touched.filter((field) => !clashing.includes(field)))}
            onKeep={() => settle(touched)}
          />
        )}
        {!isTold && save.error && <ChangeFailure error={save.error} />}
        <div className={classes.fields}>
          <TextInput {...text('name')} className={classes.wide} dir="auto" maxLength={120} />
          {isDraft && (
            <>
              <TextInput
                {...text('discount_bp')}
                inputMode="decimal"
                rightSection="%"
                {...below('Off the price that shoppers would pay otherwise.')}
              />
              <TextInput
                {...text('cost_share_bp')}
                inputMode="decimal"
                rightSection="%"
                {...below('Asked of sellers; the marketplace carries the rest.')}
              />
              <TextInput
                {...text('discount_cap')}
                inputMode="decimal"
                leftSection="Rs"
                {...below('The most that comes off a piece. Empty for no cap.')}
              />
              <TextInput
                {...text('price_floor')}
                inputMode="decimal"
                leftSection="Rs"
                {...below('What a piece never costs less than. Empty for no floor.')}
              />
              <MomentField
                label={fieldLabels.starts_at}
                value={typed.starts_at}
                error={wrong.starts_at}
                onChange={(starts_at) => change({ starts_at })}
              />
              <MomentField
                label={fieldLabels.ends_at}
                value={typed.ends_at}
                error={wrong.ends_at}
                onChange={(ends_at) => change({ ends_at })}
              />
              <ScopeFields id={fresh.id} typed={typed} wrong={wrong} onChange={change} />
            </>
          )}
        </div>
        {!isDraft && <StandingTerms promotion={fresh} />}
      </SideCard>
    </form>
  ) : (
    <Facts title="Campaign" facts={factsOf(fresh)} />
  )
  const bar = isUnsaved && (
    <fieldset className={classes.bar} aria-label="Unsaved changes">
      <Button disabled={save.isPending || clashing.length > 0} onClick={() => form.current?.requestSubmit()}>
        {save.isPending ? 'Loading...' : 'Save'}
      </Button>
      <Button
        variant="default"
        disabled={save.isPending}
        onClick={() => {
          setWrong({})
          settle([])
        }}
      >
        Discard
      </Button>
      <p role="status">
        Unsaved changes: {touched.map((field) => fieldLabels[field].toLowerCase()).join(', ')}
        {isOtherThanName && fresh.seller_count > 0 && `. ${askedAgain(fresh.seller_count)} when it is saved`}
      </p>
    </fieldset>
  )
  return { panel, bar: bar || undefined, question: guard.dialog, wanted }
}

/** Who has joined other terms has not joined these. */
function askedAgain(sellers: number): string {
  return `${countOf(sellers, 'seller')} ${sellers === 1 ? 'is' : 'are'} asked again`
}

/** Help that stands below its field. */
function below(description: string) {
  return { description, inputWrapperOrder: ['label', 'input', 'description', 'error'] as const } as {
    description: string
    inputWrapperOrder: ['label', 'input', 'description', 'error']
  }
}

/** The two ends of a period are judged together. */
function periodWith(touched: readonly Field[]): readonly Field[] {
  return [...new Set<Field>([...touched, 'starts_at', 'ends_at'])]
}

function factsOf(promotion: PromotionDetail): { label: string; value: string }[] {
  // One that was ended early is over since then.
  const words = typedOf({ ...promotion, ends_at: promotion.ended_at ?? promotion.ends_at })
  const told = fields.filter(
    (field) =>
      (field !== 'category_ids' || words.scope === 'categories') &&
      (field !== 'product_ids' || words.scope === 'products'),
  )
  return told.map((field) => ({ label: fieldLabels[field], value: wordsOf(field, words) }))
}

/** The terms of a campaign that was started: they stand. */
function StandingTerms({ promotion }: { promotion: PromotionDetail }) {
  return (
    <dl className={classes.terms}>
      {factsOf(promotion)
        .filter(({ label }) => label !== fieldLabels.name)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The record as it stands, which a refusal of what was read before brings with it. */
function standingOf(error: Error | null): PromotionDetail | null {
  return error instanceof ApiRefusal && error.status === 412
    ? ((error.problem.results as PromotionDetail | undefined) ?? null)
    : null
}
