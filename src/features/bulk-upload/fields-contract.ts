import { fieldOf, headings, imagesLabel } from '#features/products/fields-contract.ts'
import { mapped } from '#kit/contract/fields.ts'
import { texts } from './texts.ts'

interface Column {
  label: string
  needed: 'always' | 'new' | 'no'
  several: boolean
}

/**
 * The product fields that a column can map to. `needed`: in every file, for new products only, or never. `several`:
 * more than one column may map to the field. The last entries are not product fields but forms that other systems use;
 * the labels say how each is converted.
 */
export const importFields = {
  ...mapped(
    headings,
    (label, name): Column => ({ label, needed: fieldOf(name).needed ?? 'no', several: false }),
  ),
  images: { label: imagesLabel, needed: 'no', several: true },
  vendor: { label: texts.vendorEMailIdOr, needed: 'no', several: false },
  weight_grams: { label: texts.weightInGrams, needed: 'no', several: false },
  price_charged: { label: texts.priceThatIsCharged, needed: 'no', several: false },
  price_before: { label: texts.priceBeforeTheDiscount, needed: 'no', several: false },
  group: { label: texts.groupOfVariants, needed: 'no', several: false },
  variant: { label: texts.variantAddedToTheName, needed: 'no', several: true },
  kind: { label: texts.kindOfRow, needed: 'no', several: false },
  row_id: { label: texts.idThatOtherRowsName, needed: 'no', several: false },
} as const satisfies Record<string, Column>
export type ImportField = keyof typeof importFields
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]
