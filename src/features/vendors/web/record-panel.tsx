import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { namesOf } from '#kit/contract/fields.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CopyButton, PhoneToCopy } from '#kit/web/copy-button.tsx'
import { type Formats, valueText } from '#kit/web/record/comparison.tsx'
import { type Fact, Facts } from '#kit/web/record/facts.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Day, Email } from '#kit/web/values.tsx'
import { type VendorReview, vendors } from '../contract.ts'
import {
  fieldLabels,
  fieldOf,
  isSealed,
  type PlainName,
  pathOf,
  plainNames,
  type SealedName,
  sellerFields,
  shopFields,
} from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import classes from './record-panel.module.css'

/** Display formats of fields in side-by-side comparisons; sealed values are masked there. */
export const fieldFormats: Formats = {
  phone: formatPhone,
  ...Object.fromEntries(
    plainNames.flatMap((name) => {
      const { format } = fieldOf(name)
      return format ? [[pathOf(name), format]] : []
    }),
  ),
}

type ShopFields = Partial<typeof shopFields>
const shopFieldsWhere = (isOne: (name: SealedName | PlainName) => boolean): ShopFields =>
  Object.fromEntries(Object.entries(shopFields).filter(([name]) => isOne(name as PlainName)))
const isOfBank = (name: SealedName | PlainName) => fieldOf(name).decidedBy === 'two-persons'
const ofBank = shopFieldsWhere(isOfBank)
const ofShop = shopFieldsWhere((name) => !isOfBank(name))

/** Shows a sealed number of a vendor: masked, with the way to reveal it, or as it was revealed. */
export type ShownNumber = (field: SealedName, masked: string) => ReactNode

/**
 * The sealed numbers of a vendor: what was revealed in one place is shown in every place that asks here, until the vendor
 * changes. An earlier number must not be shown beside a newer paper.
 */
export function useNumbers({ id, version }: Pick<VendorReview, 'id' | 'version'>): ShownNumber {
  const [revealed, setRevealed] = useState<{ of: number; values: Partial<Record<SealedName, string>> }>({
    of: version,
    values: {},
  })
  const reveal = useCommand(vendors.reveal)
  const can = useCan()
  const show = useToast()
  const look = (field: SealedName) =>
    reveal.mutate(
      { input: { id, fields: [field] } },
      {
        onSuccess: (values) =>
          setRevealed((before) => ({
            of: version,
            values: before.of === version ? { ...before.values, ...values } : values,
          })),
        onError: (error) =>
          show({ message: texts.numberNotShown({ message: error.message }), tone: 'refused' }),
      },
    )
  return (field, masked) => {
    const { label } = fieldOf(field)
    const clear = revealed.of === version ? revealed.values[field] : undefined
    if (clear !== undefined) {
      return <ClearNumber field={field} clear={clear} takesFocus />
    }
    if (!masked) return ''
    return (
      <span className={classes.masked}>
        <bdi dir="ltr">{masked}</bdi>
        {can(vendors.reveal) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => look(field)}
            disabled={reveal.isPending}
            aria-label={texts.revealLabel({ label })}
          >
            {texts.reveal}
          </Button>
        )}
      </span>
    )
  }
}

/** A revealed number, which can be copied. One that replaces the button that was pressed takes the focus. */
export function ClearNumber({
  field,
  clear,
  takesFocus = false,
}: {
  field: SealedName
  clear: string
  takesFocus?: boolean
}) {
  const { format, label } = fieldOf(field)
  return (
    <span className={classes.masked}>
      <bdi dir="ltr" {...(takesFocus ? { tabIndex: -1, ref: takeFocus } : {})}>
        {clear && format ? format(clear) : clear}
      </bdi>
      {/* As it is stored: the spaces are for reading, and a bank's form refuses them. */}
      {clear && <CopyButton what={label} text={clear.replaceAll(/\s/g, '')} />}
    </span>
  )
}

/** All data that a vendor submitted, with sensitive numbers masked until revealed. */
export function RecordPanel({ vendor }: { vendor: VendorReview }) {
  const sensitive = useNumbers(vendor)
  const { seller, shop } = vendor
  const fact = (path: string, value: ReactNode): Fact => ({
    label: fieldLabels[path] ?? path,
    value,
    mark: markOf(vendor, path),
  })
  const facts = <F extends object>(fields: F, record: Record<keyof F, string>): Fact[] =>
    namesOf(fields).map((name) => ({
      ...fact(pathOf(name), written(name as SealedName | PlainName, record[name])),
      isWide: name === 'ibn_number',
    }))
  const written = (name: SealedName | PlainName, value: string) => {
    if (isSealed(name)) return sensitive(name, value)
    const { kind, format } = fieldOf(name)
    if (kind === 'email') return <Email address={value} />
    return kind === 'phone' ? <PhoneToCopy number={value} /> : (format?.(value) ?? value)
  }
  return (
    <>
      <Facts
        title={menuTexts.vendor}
        facts={[
          fact('username', vendor.username),
          fact('email', <Email address={vendor.email} />),
          fact('phone', <PhoneToCopy number={vendor.phone} />),
          { label: texts.joined, value: <Day at={vendor.created_at} /> },
          ...(seller
            ? [...facts(sellerFields, seller), { label: texts.country, value: seller.sellers_country }]
            : []),
        ]}
      />
      {(!seller || !shop) && (
        <section className={classes.missing}>
          <h2>{texts.profileNotCreatedYet}</h2>
          <p>
            {seller ? texts.shopRecordMissing : shop ? texts.sellerRecordMissing : texts.bothRecordsMissing}
          </p>
        </section>
      )}
      {shop && (
        <>
          <Facts title={texts.shop} facts={facts(ofShop, shop)} />
          <Facts title={texts.bank} facts={facts(ofBank, shop)} />
        </>
      )}
      <DocumentsPanel vendor={vendor} numberOf={sensitive} />
    </>
  )
}

/** The number replaces the pressed button and takes the focus, so the focus keeps its position. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

function markOf(vendor: VendorReview, path: string): NonNullable<Fact['mark']> | null {
  const check = vendor.checks.find((candidate) => candidate.path === path && candidate.level !== 'ok')
  if (check) return { tone: check.level === 'error' ? 'error' : 'warning', words: check.message }
  const changed = vendor.resubmission.find((field) => field.path === path)
  if (!changed) return null
  const before = valueText(changed.before, fieldFormats[path])
  return { tone: 'changed', words: before ? texts.changedFrom({ before }) : texts.changedFromEmpty }
}
