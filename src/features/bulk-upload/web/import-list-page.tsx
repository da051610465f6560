import { Suspense } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Ago, Cut, None } from '#kit/web/values.tsx'
import { importSources, importStatuses, imports, sourceWords, statusWords } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './import-list-page.module.css'
import { importRecord } from './links.ts'
import { ListedMark } from './status-panel.tsx'

/** Loads next to the first rows, in a space that is reserved for it. */
const UploadPanel = lazyOf(() => import('../reading/web/upload-panel.tsx'), 'UploadPanel')

/** Bulk Product upload: the form to upload a file, and the list of all imports. */
export function ImportListPage() {
  const mayUpload = useCan()(imports.upload)
  return (
    <ListPage
      title={texts.bulkProductUpload}
      endpoint={imports.list}
      searchLabel={texts.searchFileOrPerson}
      filters={[
        {
          name: 'status',
          label: texts.status,
          options: importStatuses.map((value) => ({ value, label: statusWords[value] })),
        },
        {
          name: 'source',
          label: texts.source,
          options: importSources.map((value) => ({ value, label: sourceWords[value] })),
        },
      ]}
      defaultSort="-created_at"
      hrefOf={importRecord}
      nameOf={({ file_name }) => file_name}
      what={texts.theImports}
      empty={{
        title: texts.noImportYet,
        text: texts.uploadHint,
      }}
      lead={
        mayUpload && (
          <div className={classes.lead}>
            <Suspense fallback={null}>
              <UploadPanel />
            </Suspense>
          </div>
        )
      }
      columns={[
        {
          key: 'file_name',
          title: texts.file,
          sortable: true,
          minWidth: 200,
          cell: (row) => (
            <Link href={importRecord(row)} dir="auto" title={row.file_name}>
              {row.file_name}
            </Link>
          ),
        },
        { key: 'status', title: texts.status, width: 196, cell: (row) => <ListedMark record={row} /> },
        { key: 'rows', title: texts.rows, align: 'end', width: 76, cell: (row) => numberOf(row.counts.rows) },
        {
          key: 'created',
          title: texts.created,
          align: 'end',
          width: 84,
          cell: (row) => <Count of={row.counts.created} />,
        },
        {
          key: 'changed',
          title: texts.changed,
          align: 'end',
          width: 84,
          cell: (row) => <Count of={row.counts.changed} />,
        },
        {
          key: 'errors',
          title: texts.errors,
          align: 'end',
          width: 76,
          cell: (row) => <Count of={row.counts.error + row.counts.failed} />,
        },
        {
          key: 'source',
          title: texts.source,
          minWidth: 150,
          cell: (row) => <Cut>{sourceWords[row.source]}</Cut>,
        },
        { key: 'by', title: texts.by, minWidth: 118, cell: (row) => <Cut>{row.created_by_name}</Cut> },
        {
          key: 'created_at',
          title: texts.sent,
          sortable: true,
          width: 112,
          cell: (row) => <Ago at={row.created_at} />,
        },
      ]}
    />
  )
}

function Count({ of }: { of: number }) {
  return of === 0 ? <None title={texts.none} /> : numberOf(of)
}
