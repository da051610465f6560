import { Button } from '@mantine/core'
import { momentOf, numberOf } from '#kit/contract/words.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut, None } from '#kit/web/values.tsx'
import { type ReleaseRow, releaseStates, releases } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { titleOf } from '../section-contract.ts'
import { texts } from '../texts.ts'
import { publish, releaseRecord } from './links.ts'
import { ReleaseMark, stateWords } from './release-mark-panel.tsx'

const columns: Column<ReleaseRow>[] = [
  {
    key: 'number',
    title: texts.number,
    align: 'end',
    width: 72,
    cell: (row) => (row.number === null ? <None /> : numberOf(row.number)),
  },
  {
    key: 'title',
    title: texts.title,
    minWidth: 200,
    cell: (row) => (
      <Link href={releaseRecord(row)} dir="auto" title={row.title}>
        <Found>{row.title}</Found>
      </Link>
    ),
  },
  { key: 'state', title: texts.state, width: 130, cell: (row) => <ReleaseMark release={row} /> },
  {
    key: 'sections',
    title: texts.sections,
    minWidth: 220,
    cell: (row) => <Cut>{row.sections.map(titleOf).join(', ')}</Cut>,
  },
  { key: 'made_by', title: texts.madeBy, minWidth: 130, cell: (row) => <Cut>{row.made_by}</Cut> },
  {
    key: 'created_at',
    title: texts.when,
    sortable: true,
    width: 160,
    cell: (row) => <When release={row} />,
  },
]

/** When it went or goes live; one that never does, when it was made. */
function When({ release: { published_at, publish_at, created_at } }: { release: ReleaseRow }) {
  const at = published_at ?? publish_at ?? created_at
  return (
    <time dateTime={at} title={fullTimeOf(at)}>
      {momentOf(at)}
    </time>
  )
}

/** Every release of the shop window, newest first, with the one that is live. */
export function ReleaseListPage() {
  const can = useCan()
  return (
    <ListPage
      title={menuTexts.releases}
      endpoint={releases.list}
      tabs={{
        name: 'state',
        items: [
          { value: '', label: texts.all, count: null },
          ...releaseStates.map((state) => ({ value: state, label: stateWords[state], count: null })),
        ],
      }}
      searchLabel={texts.searchReleases}
      defaultSort="-created_at"
      hrefOf={releaseRecord}
      nameOf={({ title }) => title}
      what={texts.releases}
      empty={{ title: texts.noReleasesYet, text: texts.noReleasesHint }}
      actions={
        can(releases.create) && (
          <Button component={Link} href={publish()}>
            {texts.publish}
          </Button>
        )
      }
      columns={columns}
    />
  )
}
