import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatCnic, formatIban, formatNtn } from '#kit/contract/pakistan.ts'
import { provinceName } from '#kit/contract/pakistan-cities.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { type Formats, valueText } from '#kit/web/comparison.tsx'
import { type Fact, Facts } from '#kit/web/facts.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Day, Email, Phone } from '#kit/web/values.tsx'
import { type revealableFields, type VendorReview, vendors } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import classes from './record-panel.module.css'

type Sensitive = (typeof revealableFields)[number]

/** The fields by their paths, as people say them; used wherever changes are listed. */
export const fieldLabels: Record<string, string> = {
  username: texts.vendorName,
  email: texts.email,
  phone: texts.phone,
  'seller.cnic': 'CNIC',
  'seller.sellers_address': texts.address,
  'seller.sellers_city': texts.city,
  'seller.sellers_province': texts.province,
  'shop.shop_name': texts.shopName,
  'shop.shop_email': texts.shopEmail,
  'shop.shop_mobile': texts.shopMobile,
  'shop.shop_phone': texts.shopPhone,
  'shop.shop_ntn': 'NTN',
  'shop.shop_address': texts.shopAddress,
  'shop.shop_postal': texts.postalCode,
  'shop.bank_name': texts.bank,
  'shop.account_title': texts.accountTitle,
  'shop.account_number': texts.accountNumber,
  'shop.branch_code': texts.branchCode,
  'shop.ibn_number': 'IBAN',
}

/** How the values of these fields are written out where they stand side by side. */
export const fieldFormats: Formats = {
  phone: formatPhone,
  'seller.sellers_province': provinceName,
  'shop.shop_mobile': formatPhone,
  'shop.shop_phone': formatPhone,
}

/** Everything that a vendor says of itself, with the sensitive numbers masked until somebody looks. */
export function RecordPanel({ vendor }: { vendor: VendorReview }) {
  const [revealed, setRevealed] = useState<Partial<Record<Sensitive, string>>>({})
  const reveal = useCommand(vendors.reveal)
  const can = useCan()
  const show = useToast()
  const { seller, shop } = vendor
  const look = (field: Sensitive) =>
    reveal.mutate(
      { input: { id: vendor.id, fields: [field] } },
      {
        onSuccess: (values) => setRevealed((before) => ({ ...before, ...values })),
        onError: (error) =>
          show({ message: texts.theNumberCouldNotBe({ message: error.message }), tone: 'refused' }),
      },
    )
  const sensitive = (field: Sensitive, masked: string, format: (value: string) => string): ReactNode => {
    const clear = revealed[field]
    if (clear !== undefined) {
      return (
        <bdi dir="ltr" tabIndex={-1} ref={takeFocus}>
          {clear ? format(clear) : ''}
        </bdi>
      )
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
            aria-label={texts.revealField({
              field:
                field === 'cnic'
                  ? texts.cnic
                  : field === 'ibn_number'
                    ? texts.iban
                    : field === 'shop_ntn'
                      ? texts.ntn
                      : texts.accountNumberWord,
            })}
          >
            {texts.reveal}
          </Button>
        )}
      </span>
    )
  }
  const fact = (path: string, value: ReactNode): Fact => ({
    label: fieldLabels[path] ?? path,
    value,
    mark: markOf(vendor, path),
  })
  return (
    <>
      <Facts
        title={menuTexts.vendor}
        facts={[
          fact('username', vendor.username),
          fact('email', <Email address={vendor.email} />),
          fact('phone', <Phone number={vendor.phone} />),
          { label: texts.joined, value: <Day at={vendor.created_at} /> },
          ...(seller
            ? [
                fact('seller.cnic', sensitive('cnic', seller.cnic, formatCnic)),
                fact('seller.sellers_address', seller.sellers_address),
                fact('seller.sellers_city', seller.sellers_city),
                fact('seller.sellers_province', provinceName(seller.sellers_province)),
                { label: texts.country, value: seller.sellers_country },
              ]
            : []),
        ]}
      />
      {(!seller || !shop) && (
        <section className={classes.missing}>
          <h2>{texts.profileNotCreatedYet}</h2>
          <p>
            {texts.theVendorHasNotFilled({
              seller:
                !seller && !shop
                  ? texts.sellerAndShopRecords
                  : seller
                    ? texts.shopRecord
                    : texts.sellerRecord,
            })}
          </p>
        </section>
      )}
      {shop && (
        <>
          <Facts
            title={texts.shop}
            facts={[
              fact('shop.shop_name', shop.shop_name),
              fact('shop.shop_email', <Email address={shop.shop_email} />),
              fact('shop.shop_mobile', <Phone number={shop.shop_mobile} />),
              fact('shop.shop_phone', <Phone number={shop.shop_phone} />),
              fact('shop.shop_ntn', sensitive('shop_ntn', shop.shop_ntn, formatNtn)),
              fact('shop.shop_address', shop.shop_address),
              fact('shop.shop_postal', shop.shop_postal),
            ]}
          />
          <Facts
            title={texts.bank}
            facts={[
              fact('shop.bank_name', shop.bank_name),
              fact('shop.account_title', shop.account_title),
              fact(
                'shop.account_number',
                sensitive('account_number', shop.account_number, (value) => value),
              ),
              fact('shop.branch_code', shop.branch_code),
              fact('shop.ibn_number', sensitive('ibn_number', shop.ibn_number, formatIban)),
            ]}
          />
        </>
      )}
      <DocumentsPanel vendor={vendor} />
    </>
  )
}

/** The button that was pressed gives way to the number: the focus stays where it was. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

function markOf(vendor: VendorReview, path: string): NonNullable<Fact['mark']> | null {
  const check = vendor.checks.find((candidate) => candidate.path === path && candidate.level !== 'ok')
  if (check) return { tone: check.level === 'error' ? 'error' : 'warning', words: check.message }
  const changed = vendor.resubmission.find((field) => field.path === path)
  if (!changed) return null
  return {
    tone: 'changed',
    words: texts.changedBefore({ before: valueText(changed.before, fieldFormats[path]) || texts.nothing }),
  }
}
