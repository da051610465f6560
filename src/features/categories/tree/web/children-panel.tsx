import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import {
  type CategoryDetail,
  type CategoryLevel,
  categories,
  levelWords,
} from '#features/categories/contract.ts'
import { SiblingRows } from '#features/categories/web/rows-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { texts } from '../texts.ts'
import classes from './children-panel.module.css'

const CategoryDialog = lazyOf(() => import('#features/categories/web/category-dialog.tsx'), 'CategoryDialog')

/** The direct children of a category, in their order. */
export function ChildrenPanel({ category, level }: { category: CategoryDetail; level: CategoryLevel }) {
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const { name, children } = category
  const titleOf = level === 'sub' ? texts.subCategoriesOf : texts.childCategoriesOf
  return (
    <section className="box" aria-labelledby="below">
      <div className={classes.head}>
        <h2 id="below">{titleOf({ name: <bdi>{name}</bdi> })}</h2>
        {can(categories.create) && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {levelWords[level].add}
          </Button>
        )}
      </div>
      {children.length === 0 ? (
        <p className={classes.quiet}>{texts.noChildren}</p>
      ) : (
        <SiblingRows siblings={children} />
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <CategoryDialog
            level={level}
            parent={{
              id: category.id,
              path: [...category.ancestors, category].map((at) => at.name).join(' › '),
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
