import { useEndpoint } from '#kit/web/client.tsx'
import { blogCategories, mostBlogCategories } from '../categories/contract.ts'
import { type PostContent, type PostField, postFieldNames } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import { diffOf } from './diff-model.ts'
import { fieldLabels, wordsOf } from './post-model.ts'
import classes from './versions-panel.module.css'

/** One side of a comparison, and what it is called. */
interface Compared {
  content: PostContent
  label: string
}

/** The fields in which two contents differ. */
export function differingFields(one: PostContent, other: PostContent): PostField[] {
  return postFieldNames.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

/** Two contents of a post side by side, paragraph by paragraph; only the fields that differ. */
export function ContentComparison({
  label,
  before,
  after,
}: {
  label: string
  before: Compared
  after: Compared
}) {
  const filed = useEndpoint(blogCategories.list, { sort: 'position', limit: mostBlogCategories }).data
  const names = new Map((filed?.rows ?? []).map(({ id, name }) => [id, name]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{before.label}</th>
            <th scope="col">{after.label}</th>
          </tr>
        </thead>
        <tbody>
          {differingFields(before.content, after.content).map((field) => {
            const parts = diffOf(wordsOf(field, before.content, names), wordsOf(field, after.content, names))
            return (
              <tr key={field}>
                <th scope="row">{fieldLabels[field]}</th>
                <Side lines={parts.before} mark="del" />
                <Side lines={parts.after} mark="ins" />
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Side({ lines, mark: Mark }: { lines: ReturnType<typeof diffOf>['before']; mark: 'ins' | 'del' }) {
  return (
    <td dir="auto">
      {lines.map(({ text, isChanged }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none of them moves
        <div key={index} dir="auto">
          {isChanged ? <Mark>{text}</Mark> : text}
        </div>
      ))}
    </td>
  )
}
