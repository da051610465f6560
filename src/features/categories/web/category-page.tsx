import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { Thumbnail } from '#kit/web/named-link.tsx'
import { SquarePicture } from '#kit/web/pictures/square-picture.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout } from '#kit/web/record/record-layout.tsx'
import {
  type CategoryDetail,
  categories,
  categoryImagePixels,
  categoryLevels,
  levelWords,
} from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChildrenPanel } from '../tree/web/children-panel.tsx'
import { PlacePanel } from '../tree/web/place-panel.tsx'
import { levelList } from './links.ts'
import { CategoryMenu } from './menu-panel.tsx'
import { SlugsPanel } from './slugs-panel.tsx'
import { CategoryMark, VisibilityPanel } from './status-panel.tsx'
import { useFields } from './use-category-fields.tsx'

/** Labels of the fields in the history. */
const fieldLabels = {
  name: texts.name,
  slug: texts.slug,
  is_active: texts.active,
  path: texts.place,
  position: texts.order,
  picture: texts.picture,
  products: texts.products,
  category: menuTexts.category,
}
/** The stored value is a media id, which means nothing to a reader. */
const fieldFormats = { picture: () => texts.uploadedPicture }

/** One category: its name and slug, its children, and its place in the tree. */
export function CategoryPage() {
  return (
    <RecordOf
      of={categories.get}
      none={{
        title: texts.noCategoryFound,
        back: { href: levelList('main'), label: menuTexts.mainCategories },
      }}
    >
      {(category) => <Detail category={category} />}
    </RecordOf>
  )
}

function Detail({ category }: { category: CategoryDetail }) {
  const { id, name, level, history } = category
  const { panel, bar, question } = useFields(category)
  const below = categoryLevels[categoryLevels.indexOf(level) + 1]
  return (
    <>
      <RecordLayout
        back={{ href: levelList(level), label: levelWords[level].many }}
        title={name}
        before={category.image && <Thumbnail media={category.image} size="medium" />}
        status={
          <>
            <CategoryMark category={category} />
            <CategoryMenu category={category} />
          </>
        }
        sideLabel={texts.statusPlacePictureAndHistory}
        main={
          <>
            {panel}
            {below && <ChildrenPanel category={category} level={below} />}
          </>
        }
        side={
          <>
            <VisibilityPanel category={category} />
            <PlacePanel category={category} />
            <SquarePicture
              id={id}
              name={name}
              image={category.image}
              pixels={categoryImagePixels}
              set={categories.setImage}
              remove={categories.removeImage}
            />
            <SlugsPanel category={category} />
            <TimelinePanel subjectId={id} entries={history} labels={fieldLabels} formats={fieldFormats} />
          </>
        }
        bar={bar}
      />
      {question}
    </>
  )
}
