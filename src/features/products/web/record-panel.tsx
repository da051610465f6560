import DOMPurify from 'dompurify'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { promotionRecord } from '#features/promotions/web/links.ts'
import { labelsOf, mapped } from '#kit/contract/fields.ts'
import { formatRs } from '#kit/contract/money.ts'
import { momentOf, numberOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { ImageViewer } from '#kit/web/pictures/image-viewer.tsx'
import { type Formats, valueText } from '#kit/web/record/comparison.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { Day, Money, None } from '#kit/web/values.tsx'
import type { ProductImage, ProductReview } from '../contract.ts'
import { type FieldName, fieldOf, imagesLabel, productFields, shownInOrder } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './record-panel.module.css'

/** Readable field names, used wherever changes are listed. */
export const fieldLabels = { ...labelsOf(productFields), pictures: imagesLabel }

/** How the values of these fields are formatted for side-by-side comparison. */
export const fieldFormats: Formats = mapped(productFields, (_, name) => (value: string) => {
  const { kind, unit, zero } = fieldOf(name)
  if (kind === 'html') return plainText(value)
  if (!unit) return value
  if (Number(value) === 0 && zero !== undefined) return zero
  return kind === 'rupees' ? formatRs(value) : `${numberOf(Number(value))} ${unit}`
})

/** The fields in the list of facts. HTML and links are shown separately. */
const inFacts = shownInOrder().filter((name) => !['html', 'link'].includes(fieldOf(name).kind))
const first: readonly FieldName[] = ['product_name', 'sku', 'category']

/** A listing as its vendor describes it: pictures, facts with their units, description. */
export function RecordPanel({ product }: { product: ProductReview }) {
  const isChanged = (path: string) => {
    const field = product.resubmission.find((candidate) => candidate.path === path)
    if (!field) return null
    const before = valueText(field.before, fieldFormats[path]) || 'nothing'
    return { tone: 'changed' as const, words: texts.changedFrom({ before }) }
  }
  const fact = (name: FieldName) => {
    const text = String(product[name])
    const isAmount = fieldOf(name).kind === 'rupees' && Number(text) !== 0
    const value = isAmount ? <Money rupees={text} /> : fieldFormats[name]?.(text)
    return { label: productFields[name].label, value, mark: isChanged(name) }
  }
  const others = inFacts.filter((name) => !first.includes(name))
  const numbers = others.filter((name) => !fieldOf(name).isOfPackage)
  const campaign = numbers.indexOf('discounted_price') + 1
  return (
    <>
      <Gallery title={imagesLabel} images={product.images} name={product.product_name} />
      <Facts
        title={menuTexts.product}
        facts={[
          ...first.map(fact),
          { label: texts.treeCategory, value: product.filed_under?.path ?? texts.noTreeCategory },
          { label: texts.storeName, value: product.shop_name },
          ...numbers.slice(0, campaign).map(fact),
          ...(product.campaign ? [campaignFact(product.campaign)] : []),
          ...numbers.slice(campaign).map(fact),
          { label: texts.submitted, value: <Day at={product.created_at} /> },
        ]}
      />
      <Facts title={texts.package} facts={others.filter((name) => fieldOf(name).isOfPackage).map(fact)} />
      <section className={`box ${classes.group}`}>
        <h2>{productFields.product_description.label}</h2>
        <Description html={product.product_description} />
        {product.product_video_url && <Video url={product.product_video_url} />}
      </section>
    </>
  )
}

/** The campaign price that shoppers pay, and when the campaign ends. */
function campaignFact({ promotion_id, name, price, ends_at }: NonNullable<ProductReview['campaign']>) {
  return {
    label: texts.campaignPrice,
    value: (
      <>
        {texts.campaignPriceUntil({
          price: <Money rupees={price} />,
          name: <Link href={promotionRecord({ id: promotion_id })}>{name}</Link>,
          endsAt: momentOf(ends_at),
        })}
      </>
    ),
  }
}

export function Gallery({
  title,
  images,
  name,
  captionOf,
}: {
  title: string
  images: readonly ProductImage[]
  name: string
  /** What is shown below each picture. */
  captionOf?: (image: ProductImage) => ReactNode
}) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <section className={`box ${classes.group}`}>
      <h2>{title}</h2>
      {images.length === 0 ? (
        <p className={classes.none}>{texts.noPictures}</p>
      ) : (
        <ul className={classes.tiles}>
          {images.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                onClick={() => setOpen(index)}
                aria-label={texts.openPictureOf({ index: index + 1, images: images.length })}
              >
                <img
                  src={`/media/${image.media}.webp`}
                  alt={image.alt}
                  width={image.width}
                  height={image.height}
                  decoding="async"
                />
              </button>
              {captionOf && <div className={classes.caption}>{captionOf(image)}</div>}
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <ImageViewer
          images={images.map((image, index) => ({
            src: `/media/${image.media}.webp`,
            alt: image.alt || texts.namePictureIndex({ name, index: index + 1 }),
          }))}
          start={open}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

/** Vendor text is untrusted. It is sanitised when it is stored, and again here, as a trusted value. */
export function Description({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    const clean = DOMPurify.sanitize(html, sanitising)
    for (const link of clean.querySelectorAll('a')) {
      link.target = '_blank'
      link.relList.add('noopener', 'noreferrer', 'nofollow')
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

/** Puts a table that is wider than the description into a scrolling box that is reachable by keyboard. */
function letScroll(table: HTMLTableElement): void {
  const box = document.createElement('div')
  box.className = classes.wide ?? ''
  box.tabIndex = 0
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', texts.descriptionTable)
  table.replaceWith(box)
  box.append(table)
}

/** The plain text of a description, with one line per block. */
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

/** Shows only a link, and only with https, so that nothing from another site is loaded into the review. */
function Video({ url }: { url: string }) {
  if (!url.startsWith('https://')) return null
  return (
    <p>
      {productFields.product_video_url.label}:{' '}
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {url}
      </a>
    </p>
  )
}
