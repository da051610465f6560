import DOMPurify from 'dompurify'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { momentOf, promotionHref } from '#features/promotions/web/name-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import { type Formats, valueText } from '#kit/web/comparison.tsx'
import { Facts } from '#kit/web/facts.tsx'
import { Link } from '#kit/web/link.tsx'
import { Day, Money, None } from '#kit/web/values.tsx'
import type { ProductImage, ProductReview } from '../contract.ts'
import classes from './record-panel.module.css'

const ImageViewer = lazy(async () => ({ default: (await import('#kit/web/image-viewer.tsx')).ImageViewer }))

/** The fields as people say them; used wherever changes are listed. */
export const fieldLabels: Record<string, string> = {
  sku: 'SKU',
  product_name: 'Name',
  product_price: 'Retail price',
  discounted_price: 'Sale Price',
  product_stock: 'Qty Available',
  package_weight: 'Weight',
  product_length: 'Length',
  product_width: 'Width',
  product_height: 'Height',
  product_description: 'Description',
  product_video_url: 'Video',
  category: 'Category',
  pictures: 'Pictures',
}

// What weighs or measures nothing was not measured.
const kilograms = (value: string) => (Number(value) ? `${value} kg` : '')
const centimetres = (value: string) => (Number(value) ? `${value} cm` : '')

/** How the values of these fields are written out where they stand side by side. */
export const fieldFormats: Formats = {
  product_price: formatRs,
  discounted_price: (value) => (value === '0' ? 'No discount' : formatRs(value)),
  product_stock: (value) => `${Number(value).toLocaleString('en-PK')} pcs`,
  package_weight: kilograms,
  product_length: centimetres,
  product_width: centimetres,
  product_height: centimetres,
  product_description: plainText,
}

/** A listing as its vendor describes it: pictures, facts with their units, description. */
export function RecordPanel({ product }: { product: ProductReview }) {
  const isChanged = (path: string) => {
    const field = product.resubmission.find((candidate) => candidate.path === path)
    if (!field) return null
    const before = valueText(field.before, fieldFormats[path]) || 'nothing'
    return { tone: 'changed' as const, words: `Changed, before: ${before}` }
  }
  const fact = (path: string, value: React.ReactNode) => ({
    label: fieldLabels[path] ?? path,
    value,
    mark: isChanged(path),
  })
  return (
    <>
      <Gallery title="Pictures" images={product.images} name={product.product_name} />
      <Facts
        title="Product"
        facts={[
          fact('product_name', product.product_name),
          fact('sku', product.sku),
          fact('category', product.category),
          { label: 'Filed under', value: product.filed_under?.path ?? 'No category of the tree' },
          { label: 'Store Name', value: product.shop_name },
          fact('product_price', <Money rupees={product.product_price} />),
          fact(
            'discounted_price',
            product.discounted_price === '0' ? 'No discount' : <Money rupees={product.discounted_price} />,
          ),
          ...(product.campaign ? [campaignFact(product.campaign)] : []),
          fact('product_stock', `${product.product_stock.toLocaleString('en-PK')} pcs`),
          { label: 'Handed in', value: <Day at={product.created_at} /> },
        ]}
      />
      <Facts
        title="Package"
        facts={[
          fact('package_weight', kilograms(String(product.package_weight))),
          fact('product_length', centimetres(String(product.product_length))),
          fact('product_width', centimetres(String(product.product_width))),
          fact('product_height', centimetres(String(product.product_height))),
        ]}
      />
      <section className={classes.group}>
        <h2>Description</h2>
        <Description html={product.product_description} />
        {product.product_video_url && <Video url={product.product_video_url} />}
      </section>
    </>
  )
}

/** What shoppers pay while a campaign holds, and until when. */
function campaignFact({ promotion_id, name, price, ends_at }: NonNullable<ProductReview['campaign']>) {
  return {
    label: 'Campaign price',
    value: (
      <>
        <Money rupees={price} /> in <Link href={promotionHref({ id: promotion_id })}>{name}</Link> until{' '}
        {momentOf(ends_at)}
      </>
    ),
  }
}

export function Gallery({
  title,
  images,
  name,
}: {
  title: string
  images: readonly ProductImage[]
  name: string
}) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <section className={classes.group}>
      <h2>{title}</h2>
      {images.length === 0 ? (
        <p className={classes.none}>No pictures were handed in.</p>
      ) : (
        <ul className={classes.tiles}>
          {images.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                onClick={() => setOpen(index)}
                aria-label={`Open picture ${index + 1} of ${images.length}`}
              >
                <img
                  src={`/media/${image.media}.webp`}
                  alt={image.alt}
                  width={image.width}
                  height={image.height}
                  decoding="async"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <ImageViewer
            images={images.map((image, index) => ({
              src: `/media/${image.media}.webp`,
              alt: image.alt || `${name}, picture ${index + 1}`,
            }))}
            start={open}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Vendor text is somebody else's text: sanitised when it was stored, and again here, as a trusted value. */
export function Description({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    const clean = DOMPurify.sanitize(html, sanitising)
    for (const link of clean.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer nofollow'
    }
    for (const table of clean.querySelectorAll('table')) letScroll(table)
    box.current.replaceChildren(clean)
  }, [html])
  return html ? <div ref={box} className={classes.description} dir="auto" /> : <None />
}

const sanitising = {
  RETURN_DOM_FRAGMENT: true as const,
  FORBID_TAGS: ['img', 'style', 'form', 'input'],
  FORBID_ATTR: ['style', 'class', 'id'],
}

/** A table that is wider than the description scrolls in a box of its own, which the keyboard reaches too. */
function letScroll(table: HTMLTableElement): void {
  const box = document.createElement('div')
  box.className = classes.wide ?? ''
  box.tabIndex = 0
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', 'Table of the description')
  table.replaceWith(box)
  box.append(table)
}

/** The words of a description, a line for each of its blocks. */
function plainText(html: string): string {
  const words = DOMPurify.sanitize(html, sanitising)
  for (const end of words.querySelectorAll('br, p, h2, h3, h4, li, tr')) end.after('\n')
  for (const cell of words.querySelectorAll('td, th')) cell.after(' ')
  for (const item of words.querySelectorAll('li')) item.prepend('• ')
  return (words.textContent ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
}

/** Only ever a link, and only an https one: nothing of another site is loaded into the review. */
function Video({ url }: { url: string }) {
  if (!url.startsWith('https://')) return null
  return (
    <p>
      Video:{' '}
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {url}
      </a>
    </p>
  )
}
