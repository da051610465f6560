import { differingFields, type PostContent } from '#features/blogs/fields-contract.ts'
import { useBlogCategories } from '#features/blogs/web/category-panel.tsx'
import { fieldLabels, wordsOf } from '#features/blogs/web/post-model.ts'
import { type Headings, SidesPanel } from '#kit/web/versions/sides-panel.tsx'
import { diffOf } from './diff-model.ts'

/** Two contents of a post side by side, paragraph by paragraph; only the fields that differ. */
export function ContentComparison({
  headings,
  before,
  after,
}: {
  headings: Headings
  before: PostContent
  after: PostContent
}) {
  const { names } = useBlogCategories()
  const rows = differingFields(before, after).map((field) => {
    const [old, now] = [wordsOf(field, before, names), wordsOf(field, after, names)]
    const parts = diffOf(old, now)
    return {
      field,
      label: fieldLabels[field],
      before: old && <Lines lines={parts.before} mark="del" />,
      after: now && <Lines lines={parts.after} mark="ins" />,
    }
  })
  return <SidesPanel headings={headings} rows={rows} />
}

function Lines({ lines, mark: Mark }: { lines: ReturnType<typeof diffOf>['before']; mark: 'ins' | 'del' }) {
  return lines.map(({ text, isChanged }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none of them moves
    <div key={index} dir="auto">
      {isChanged ? <Mark>{text}</Mark> : text}
    </div>
  ))
}
