import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut } from '#kit/web/values.tsx'
import { type Faq, faqs } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { BulkSwitch } from './bulk-panel.tsx'
import { faqRecord } from './links.ts'
import classes from './list-panel.module.css'
import { StatusCell } from './status-panel.tsx'
import { WaitingNotice } from './waiting-panel.tsx'

/** Loaded on demand, because most visits only read. */
const FaqDialog = lazyOf(() => import('./faq-dialog.tsx'), 'FaqDialog')
const OrderDialog = lazyOf(() => import('./order-dialog.tsx'), 'OrderDialog')

/** Faq's: the questions that shoppers ask often, by group, in their order. */
export function FaqListPage() {
  const can = useCan()
  const [open, setOpen] = useState<'add' | 'order' | null>(null)
  const groups = useEndpoint(faqs.groups, {}).data ?? []
  return (
    <>
      <ListPage
        title={menuTexts.faqs}
        endpoint={faqs.list}
        filters={[
          {
            name: 'group',
            label: texts.group,
            options: groups.filter(({ name }) => name).map(({ name }) => ({ value: name, label: name })),
          },
          {
            name: 'status',
            label: texts.status,
            options: [
              { value: 'active', label: texts.active },
              { value: 'inactive', label: texts.inactive },
            ],
          },
        ]}
        searchLabel={texts.searchTitleOrDetails}
        defaultSort="place"
        hrefOf={faqRecord}
        nameOf={({ title }) => title}
        what={texts.theFaqs}
        lead={<WaitingNotice />}
        empty={{
          title: texts.noFaqsYet,
          text: (
            <>
              {texts.emptyHint}
              {can(faqs.create) && (
                <Button variant="default" size="xs" className={classes.first} onClick={() => setOpen('add')}>
                  {texts.addFirst}
                </Button>
              )}
            </>
          ),
        }}
        actions={
          <>
            {can(faqs.move) && (
              <Button variant="default" onClick={() => setOpen('order')}>
                {texts.changeOrder}
              </Button>
            )}
            {can(faqs.create) && <Button onClick={() => setOpen('add')}>{texts.addNewFaq}</Button>}
          </>
        }
        {...(can(faqs.switchAll)
          ? {
              bulk: (rows: Faq[], clear: () => void) => (
                <>
                  <BulkSwitch rows={rows} isOn onDone={clear} />
                  <BulkSwitch rows={rows} isOn={false} onDone={clear} />
                </>
              ),
            }
          : {})}
        columns={[
          {
            key: 'title',
            title: texts.title,
            sortable: true,
            minWidth: 240,
            cell: (row) => (
              <Link href={faqRecord(row)} dir="auto" title={row.title}>
                {row.title}
              </Link>
            ),
          },
          { key: 'details', title: texts.details, minWidth: 260, cell: (row) => <Cut>{row.details}</Cut> },
          { key: 'group', title: texts.group, width: 150, cell: (row) => <Cut>{row.group}</Cut> },
          { key: 'status', title: texts.status, width: 150, cell: (row) => <StatusCell faq={row} /> },
        ]}
      />
      <Suspense fallback={null}>
        {open === 'add' && <FaqDialog onClose={() => setOpen(null)} />}
        {open === 'order' && <OrderDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
