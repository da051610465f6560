import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import type { Category } from '../contract.ts'
import { texts } from '../texts.ts'
import { CategorySwitch, hiddenBy } from './status-panel.tsx'
import classes from './visibility-panel.module.css'

/** Whether shoppers see a category, and if not, which category hides it; with its switch. */
export function VisibilityPanel({ category }: { category: Category }) {
  const own = category.is_active ? texts.shoppersSeeIt : texts.hiddenWithAllThatIs
  return (
    <SideCard title={texts.status}>
      <div className={classes.status}>
        <CategorySwitch category={category} />
        <span className={classes.words}>{hiddenBy(category) || own}</span>
      </div>
    </SideCard>
  )
}

/** The effective status of a category, from its own switch and those above it. */
export function CategoryMark({ category }: { category: Category }) {
  if (!category.is_active) return <StatusMark tone="off">{texts.inactive}</StatusMark>
  return hiddenBy(category) ? (
    <StatusMark tone="off">{texts.hidden}</StatusMark>
  ) : (
    <StatusMark tone="good">{texts.active}</StatusMark>
  )
}
