import { CopyButton } from '#kit/web/copy-button.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { CategoryDetail } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './slugs-panel.module.css'

/** The slugs that lead to a category: its current slug, and its previous slugs and those of merged categories. */
export function SlugsPanel({ category }: { category: CategoryDetail }) {
  const { slug, old_slugs } = category
  return (
    <SideCard title={texts.slugsThatLeadHere}>
      <ul className={classes.slugs}>
        <li>
          <bdi dir="ltr">{slug}</bdi>
          <CopyButton what={texts.slugToCopy} text={slug} />
        </li>
        {old_slugs.map((old) => (
          <li key={old}>
            <bdi dir="ltr">{old}</bdi>
            <small>{texts.previous}</small>
          </li>
        ))}
      </ul>
    </SideCard>
  )
}
