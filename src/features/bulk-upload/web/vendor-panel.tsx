import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { Combobox } from '#kit/web/fields/combobox.tsx'
import { type ImportVendor, imports } from '../contract.ts'
import { texts } from '../texts.ts'

/**
 * Finds the vendor of the rows by shop, name or e-mail. Works with pointer and keyboard, and the choice can be cleared.
 */
export function VendorField({
  description,
  error,
  value,
  isFixed = false,
  onChoose,
}: {
  description: string
  error?: string | undefined
  value: ImportVendor | null
  /** The vendor was sent with the file, so a later choice would have no effect. */
  isFixed?: boolean
  onChoose: (vendor: ImportVendor | null) => void
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const found = useEndpoint(imports.vendors, { q: asked ?? '' }, { enabled: asked !== null })
  const options = (found.data ?? []).map((vendor) => ({
    ...{ id: vendor.id, words: nameOf(vendor), vendor },
    more: (
      <>
        {vendor.shop_name && (
          <>
            <bdi>{vendor.username}</bdi> ·{' '}
          </>
        )}
        <bdi>{vendor.email}</bdi>
      </>
    ),
  }))
  return (
    <Combobox
      label={texts.vendor}
      look={{
        label: texts.vendor,
        description,
        error,
        disabled: isFixed,
        placeholder: texts.shopNameOrEMail,
        rightSection: value && !isFixed && (
          <CloseButton size="sm" aria-label={texts.clearVendor} onClick={() => onChoose(null)} />
        ),
      }}
      name={value ? nameOf(value) : ''}
      options={() => options}
      isRead={found.data !== undefined}
      read={found}
      answered={found.data && !found.isPlaceholderData ? asked : null}
      none={texts.noVendor}
      onAsk={setAsked}
      onPick={({ vendor }) => onChoose(vendor)}
    />
  )
}

/** A vendor without a shop name is shown by their own name. */
export function nameOf({ shop_name, username }: ImportVendor): string {
  return shop_name || username
}
