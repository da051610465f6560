import type { ChangeNoun } from '#features/decisions/changes/web/deciding-panel.tsx'
import { useFindings } from '#features/products/checks/web/checks-panel.tsx'
import { type ProductPage, products } from '#features/products/contract.ts'
import { handedInLabels, imagesLabel } from '#features/products/fields-contract.ts'
import { approvedProducts, productDetail } from '#features/products/web/links.ts'
import { fieldFormats, fieldLabels, Gallery } from '#features/products/web/record-panel.tsx'
import { Comparison } from '#kit/web/record/comparison.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import { earlierAlt, hasNewImages } from './revision-model.ts'

type Revision = NonNullable<ProductPage['revision']>

/** The decisions on edits of approved listings. */
export const productEdits: ChangeNoun<ProductPage> = {
  noun: 'product',
  calls: {
    accept: products.approveRevision,
    decline: products.rejectRevision,
    undo: products.undoRevision,
    letter: products.letter,
    choices: products.choices,
  },
  nameOf: ({ product_name }) => product_name,
  waitingOf: ({ id, revision }) =>
    revision && {
      input: { id, number: revision.number },
      paths: [...revision.fields.map(({ path }) => path), ...(hasNewImages(revision) ? ['images'] : [])],
      approval: texts.approveEdit,
      blockedBy: '',
    },
  // As long as an edit waits, it is what is checked.
  useWarnings: useFindings,
  reasonLabels: handedInLabels,
  refusal: { title: texts.rejectEditQuestion, text: texts.rejectEditHint, verb: texts.rejectEdit },
  done: { approved: texts.editApproved, rejected: texts.editRejected },
  onward: { href: approvedProducts({ revision: 'waiting' }), label: texts.goToEdits },
  others: { call: products.listApproved, query: { revision: 'waiting' }, hrefOf: productDetail },
}

/** An edit of an approved listing: what would change, while the live version stays visible. */
export function RevisionPanel({ name, revision }: { name: string; revision: Revision }) {
  return (
    <SideCard title={texts.editPending}>
      <p>{texts.submittedAgo({ createdAt: <Ago at={revision.created_at} /> })}</p>
      {revision.fields.length > 0 && (
        <Comparison fields={revision.fields} labels={fieldLabels} formats={fieldFormats} />
      )}
      {hasNewImages(revision) && (
        <Gallery
          title={texts.pendingImages({ imagesLabel })}
          images={revision.images_after}
          name={name}
          captionOf={({ media, alt }) => <Described alt={alt} earlier={earlierAlt(revision, media, alt)} />}
        />
      )}
    </SideCard>
  )
}

/** What an edit says of a picture to people who cannot see it, and what is said now if that is something else. */
function Described({ alt, earlier }: { alt: string; earlier: string | null }) {
  const words = (text: string) => <bdi>{text || texts.noDescription}</bdi>
  if (earlier === null) return <p>{words(alt)}</p>
  return (
    <>
      <p>{texts.descriptionBefore({ text: words(earlier) })}</p>
      <p>{texts.descriptionAfter({ text: words(alt) })}</p>
    </>
  )
}
