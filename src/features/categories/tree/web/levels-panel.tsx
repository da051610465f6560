import { type CategoryLevel, categories, categoryLevels, levelWords } from '#features/categories/contract.ts'
import { menuTexts } from '#features/categories/menu-texts.ts'
import { levelList } from '#features/categories/web/links.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import classes from './levels-panel.module.css'
import { categoryTree } from './links.ts'

/** The levels of the tree with their category counts, as links to their lists, and the tree itself. */
export function LevelsPanel({ current }: { current: CategoryLevel | 'tree' }) {
  const counts = useEndpoint(categories.count, {}).data
  return (
    <nav aria-label={texts.levels} className={classes.levels}>
      {categoryLevels.map((level) => (
        <Link key={level} href={levelList(level)} aria-current={level === current ? 'page' : undefined}>
          {levelWords[level].many.split(' ')[0]}
          <span>{counts && numberOf(counts[level])}</span>
        </Link>
      ))}
      <Link href={categoryTree()} aria-current={current === 'tree' ? 'page' : undefined}>
        {menuTexts.categoryTree}
      </Link>
    </nav>
  )
}
