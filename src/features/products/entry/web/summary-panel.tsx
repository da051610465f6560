import { IconAlertTriangle } from '@tabler/icons-react'
import type { ProductReview } from '#features/products/contract.ts'
import { type FieldName, fieldOf, shownInOrder } from '#features/products/fields-contract.ts'
import { Description } from '#features/products/web/record-panel.tsx'
import { Link } from '#kit/web/link.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { Money, None } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import { type CategoryTree, pathText } from './categories-panel.tsx'
import {
  changeOf,
  type EntryField,
  type EntryValues,
  entryLabels,
  inOrder,
  type Problems,
  type StepKey,
  stepOf,
  unitOf,
} from './entry-model.ts'
import classes from './summary-panel.module.css'

/** The category, the SKU and the other fields. The name is shown before the vendor, and the description below. */
const shown: readonly FieldName[] = [...new Set<FieldName>(['category', 'sku', ...shownInOrder()])].filter(
  (name) => name !== 'product_name' && fieldOf(name).kind !== 'html',
)

/** Everything as it would be saved, with the remaining errors first. Each error links to its step. */
export function ProductSummary({
  values,
  problems,
  product,
  shop,
  tree,
  hrefOf,
}: {
  values: EntryValues
  problems: Problems
  product: ProductReview | null
  shop: string
  tree: CategoryTree
  hrefOf: (step: StepKey) => string
}) {
  const body = changeOf(values)
  const wrong = inOrder(problems)
  const path = pathText(tree, values.category_id)
  const factOf = (name: FieldName) => {
    if (name === 'category') return { label: entryLabels.category_id, value: path || standing }
    const { kind, zero = '' } = fieldOf(name)
    const [typed, unit, meant] = [values[name], unitOf(name), body[name]]
    const isAmount = kind === 'rupees' && !problems[name]
    const plain = unit && kind !== 'rupees' ? `${typed} ${unit}` : typed
    const isNothing = typed === '' || (zero !== '' && meant === '0')
    const value = isNothing ? zero : isAmount ? <Money rupees={String(meant)} /> : plain
    return { label: entryLabels[name], value }
  }
  const filed = product?.filed_under
  const standing = filed?.id === values.category_id ? filed.path : ''
  const isOfPackage = (name: FieldName) => fieldOf(name).isOfPackage === true
  const others = shown.filter((name) => !isOfPackage(name))
  const untold = values.images.filter(({ alt, isDecorative }) => alt.trim() === '' && !isDecorative).length
  return (
    <>
      {wrong.length > 0 && (
        <section className={classes.problems} aria-labelledby="problems">
          <h2 id="problems">
            <IconAlertTriangle size={16} aria-hidden="true" /> {texts.fieldsToFix({ count: wrong.length })}
          </h2>
          <ul>
            {wrong.map(([field, why]) => (
              <li key={field}>
                <Link href={hrefOf(stepOf(field))}>
                  {isNamed(field, why)
                    ? why
                    : texts.fieldProblem({ field: entryLabels[field], problem: why })}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {untold > 0 && (
        <p className={classes.warning}>
          {texts.undescribedPictures({
            count: untold,
            link: (words) => <Link href={hrefOf('4')}>{words}</Link>,
          })}
        </p>
      )}
      <section className={classes.pictures} aria-label={entryLabels.images}>
        {values.images.length === 0 ? (
          <p className={classes.quiet}>{texts.noPicturesYet}</p>
        ) : (
          <ul>
            {values.images.map(({ media, alt }) => (
              <li key={media}>
                <img src={`/media/${media}.webp`} alt={alt} width={96} height={96} decoding="async" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <Facts
        title={texts.product}
        facts={[factOf('product_name'), { label: entryLabels.vendor_id, value: shop }, ...others.map(factOf)]}
      />
      <Facts title={texts.package} facts={shown.filter(isOfPackage).map(factOf)} />
      <section className={classes.description}>
        <h2>{entryLabels.product_description}</h2>
        {values.product_description ? <Description html={values.product_description} /> : <None />}
      </section>
    </>
  )
}

/** Whether the message already names its field. */
function isNamed(field: EntryField, why: string): boolean {
  return why.toLowerCase().includes(entryLabels[field].toLowerCase())
}
