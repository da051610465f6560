import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Cut, Day, None } from '#kit/web/values.tsx'
import { type Media, media } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { pictureRecord } from './links.ts'
import classes from './media-list-page.module.css'
import { useUploads } from './upload-panel.tsx'
import { fileSize } from './used-model.ts'

const filters: Filter[] = [
  {
    name: 'use',
    label: texts.use,
    options: [
      { value: 'used', label: texts.used },
      { value: 'unused', label: texts.unused },
    ],
  },
]

const columns: Column<Media>[] = [
  {
    key: 'name',
    title: texts.picture,
    sortable: true,
    minWidth: 240,
    cell: (row) => (
      <span className={classes.named}>
        <span className={classes.thumbnail}>
          <img src={`/media/${row.media}-96.webp`} alt="" loading="lazy" decoding="async" />
        </span>
        <Link href={pictureRecord(row)} dir="auto" title={row.name}>
          <Found>{row.name}</Found>
        </Link>
      </span>
    ),
  },
  {
    key: 'alt',
    title: texts.alt,
    minWidth: 200,
    cell: (row) => (row.is_decorative ? texts.decorative : row.alt ? <Cut>{row.alt}</Cut> : <None />),
  },
  { key: 'pixels', title: texts.size, width: 120, align: 'end', cell: (row) => texts.pixels(row) },
  {
    key: 'bytes',
    title: texts.file,
    sortable: true,
    width: 96,
    align: 'end',
    cell: (row) => fileSize(row.bytes),
  },
  { key: 'use', title: texts.use, width: 150, cell: (row) => <UseMark picture={row} /> },
  {
    key: 'created_at',
    title: texts.added,
    sortable: true,
    width: 120,
    cell: (row) => <Day at={row.created_at} />,
  },
]

/** The library: every picture that pages of the shop can show. */
export function MediaListPage() {
  const { button, panel } = useUploads()
  return (
    <ListPage
      title={menuTexts.mediaLibrary}
      endpoint={media.list}
      filters={filters}
      searchLabel={texts.searchPictures}
      defaultSort="-created_at"
      hrefOf={pictureRecord}
      nameOf={({ name }) => name}
      what={texts.thePictures}
      empty={{ title: texts.noPicturesYet, text: texts.emptyHint }}
      actions={button}
      lead={panel}
      columns={columns}
    />
  )
}

/** Whether shoppers see the picture, or in how many places it waits. */
function UseMark({ picture: { use_count: count, is_live } }: { picture: Media }) {
  if (count === 0) return <StatusMark tone="off">{texts.unused}</StatusMark>
  return (
    <StatusMark tone={is_live ? 'good' : 'waiting'}>
      {texts.usedAs({ state: is_live ? texts.live : texts.draft, places: texts.usedIn({ count }) })}
    </StatusMark>
  )
}
