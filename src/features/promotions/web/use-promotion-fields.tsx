import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { MomentField } from '#kit/web/fields/moment-field.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { PromotionChange } from '../draft-contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'
import { type Field, fieldLabels, fields, Typed, termsOf, typedOf, wordsOf } from './promotion-model.ts'
import { ScopeFields } from './scope-panel.tsx'

/** The unsaved terms that the other panels preview; null while a value that they need cannot be parsed. */
export type Wanted = ReturnType<typeof termsOf>

/**
 * Edits the terms of a draft, or the name of a campaign that was started, in place: the panel, the bar for unsaved
 * changes, the question before unsaved changes are lost, and the field values. Changes that others save meanwhile are
 * merged into untouched fields; where both changed a field, both values are shown side by side.
 */
export function usePromotionFields(fresh: PromotionDetail): {
  panel: ReactNode
  bar: ReactNode
  question: ReactNode
  wanted: Wanted
} {
  const mayChange = useCan()(promotions.change)
  const isDraft = fresh.status === 'draft'
  const { typed, wrong, change, leave, form, drafts, notices, bar, question } = useRecordFields({
    record: fresh,
    draftOf: ['campaign', fresh.id],
    fields: isDraft ? fields : (['name'] as const),
    labels: fieldLabels,
    mayChange,
    save: useCommand(promotions.change),
    schema: Typed,
    typedOf,
    meantBy: termsOf,
    wordsOf,
    problemsIn: (changes) => fieldErrors(PromotionChange.safeParse(changes).error?.issues),
    together: isDraft ? ['starts_at', 'ends_at'] : [],
    // An opt-in is valid only for the terms that the vendor agreed to.
    noteOf: (touched) =>
      fresh.seller_count > 0 && touched.some((field) => field !== 'name')
        ? texts.askedOnSave({ sellers: fresh.seller_count })
        : '',
    savedWords: ({ name, asked_again: sellers }) =>
      sellers > 0 ? texts.savedAndAsked({ name, sellers }) : texts.saved({ name }),
  })
  const text = (field: Exclude<Field, 'scope' | 'category_ids' | 'product_ids'>) => ({
    label: fieldLabels[field],
    value: typed[field],
    error: wrong[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    onBlur: () => leave(field),
  })

  const panel = mayChange ? (
    <>
      {drafts}
      <form {...form}>
        <SideCard title={texts.campaign}>
          {notices}
          <div className={classes.fields}>
            <TextInput {...text('name')} className={classes.wide} dir="auto" maxLength={120} />
            {isDraft && (
              <>
                <TextInput
                  {...text('discount_bp')}
                  inputMode="decimal"
                  rightSection="%"
                  {...below(texts.discountHint)}
                />
                <TextInput
                  {...text('cost_share_bp')}
                  inputMode="decimal"
                  rightSection="%"
                  {...below(texts.shareHint)}
                />
                <TextInput
                  {...text('discount_cap')}
                  inputMode="decimal"
                  leftSection={texts.rs}
                  {...below(texts.capHint)}
                />
                <TextInput
                  {...text('price_floor')}
                  inputMode="decimal"
                  leftSection={texts.rs}
                  {...below(texts.floorHint)}
                />
                <MomentField {...text('starts_at')} />
                <MomentField {...text('ends_at')} />
                <ScopeFields id={fresh.id} typed={typed} wrong={wrong} onChange={change} />
              </>
            )}
          </div>
          {!isDraft && <StandingTerms promotion={fresh} />}
        </SideCard>
      </form>
    </>
  ) : (
    <Facts title={texts.campaign} facts={factsOf(fresh)} />
  )
  return { panel, bar, question, wanted: termsOf(typed) }
}

/** Shows the help text below its field. */
function below(description: string) {
  const order: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']
  return { description, inputWrapperOrder: order }
}

function factsOf(promotion: PromotionDetail): { label: string; value: string }[] {
  // A campaign that was ended early is over since `ended_at`.
  const words = typedOf({ ...promotion, ends_at: promotion.ended_at ?? promotion.ends_at })
  const told = fields.filter(
    (field) =>
      (field !== 'category_ids' || words.scope === 'categories') &&
      (field !== 'product_ids' || words.scope === 'products'),
  )
  return told.map((field) => ({ label: fieldLabels[field], value: wordsOf(field, words) }))
}

/** The terms of a campaign that was started, read-only. */
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
