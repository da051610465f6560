import { IconAlertTriangle } from '@tabler/icons-react'
import { Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import { Money, None } from '#kit/web/values.tsx'
import type { ProductReview } from '../contract.ts'
import { type CategoryTree, pathIn } from './categories-panel.tsx'
import {
  changeOf,
  type EntryField,
  type EntryValues,
  entryLabels,
  inOrder,
  type Problems,
  type StepKey,
  stepOf,
} from './draft-panel.tsx'
import { Description } from './record-panel.tsx'
import classes from './summary-panel.module.css'

/** Everything as it would be saved, with what is still wrong first: each leads to its step. */
export function Summary({
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
  const path = pathIn(tree, values.category_id)
    .map(({ name }) => name)
    .join(' › ')
  const amount = (rupees: string, name: EntryField) =>
    problems[name] ? values[name as 'sku'] : <Money rupees={rupees} />
  const untold = values.images.filter(({ alt, isDecorative }) => alt.trim() === '' && !isDecorative).length
  return (
    <>
      {wrong.length > 0 && (
        <section className={classes.problems} aria-labelledby="problems">
          <h2 id="problems">
            <IconAlertTriangle size={16} aria-hidden="true" />{' '}
            {wrong.length === 1
              ? 'One thing is missing or wrong'
              : `${wrong.length} things are missing or wrong`}
          </h2>
          <ul>
            {wrong.map(([field, why]) => (
              <li key={field}>
                <Link href={hrefOf(stepOf(field))}>
                  {isNamed(field, why) ? why : `${entryLabels[field]}: ${why}`}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {untold > 0 && (
        <p className={classes.warning}>
          {untold === 1 ? 'One picture says' : `${untold} pictures say`} nothing to people who cannot see{' '}
          {untold === 1 ? 'it. Is it' : 'them. Are they'} decorative?{' '}
          <Link href={hrefOf('4')}>Say what {untold === 1 ? 'it shows' : 'they show'}</Link>
        </p>
      )}
      <section className={classes.pictures} aria-label="Images">
        {values.images.length === 0 ? (
          <p className={classes.quiet}>No pictures yet.</p>
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
        title="Product"
        facts={[
          { label: 'Name', value: values.product_name },
          { label: 'Vendor', value: shop },
          { label: 'Category', value: path || (product?.filed_under?.path ?? '') },
          { label: 'SKU', value: values.sku },
          {
            label: 'Retail price',
            value: values.product_price && amount(body.product_price, 'product_price'),
          },
          {
            label: 'Sale Price',
            value:
              values.discounted_price && body.discounted_price !== '0'
                ? amount(body.discounted_price, 'discounted_price')
                : 'No discount',
          },
          { label: 'Qty Available', value: values.product_stock && `${values.product_stock} pcs` },
          { label: 'Video URL', value: values.product_video_url },
        ]}
      />
      <Facts
        title="Package"
        facts={[
          { label: 'Weight', value: values.package_weight && `${values.package_weight} kg` },
          { label: 'Length', value: values.product_length && `${values.product_length} cm` },
          { label: 'Width', value: values.product_width && `${values.product_width} cm` },
          { label: 'Height', value: values.product_height && `${values.product_height} cm` },
        ]}
      />
      <section className={classes.description}>
        <h2>Description</h2>
        {values.product_description ? <Description html={values.product_description} /> : <None />}
      </section>
    </>
  )
}

/** Whether the words say by themselves which field they are about. */
function isNamed(field: EntryField, why: string): boolean {
  return why.toLowerCase().includes(entryLabels[field].toLowerCase())
}
