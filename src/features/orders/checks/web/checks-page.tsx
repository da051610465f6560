import { CommandButton } from '#kit/web/command-button.tsx'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure, Failure } from '#kit/web/failure.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import {
  ChangedNotice,
  type Opened as OpenedRecord,
  useOpenedRecord,
} from '#kit/web/record/opened-record.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { orderChecks } from '../contract.ts'
import { type CheckCase, checkCases, type OrderChecks, type SavedOrderChecks } from '../marks-contract.ts'
import classes from './checks-page.module.css'

const words: Record<CheckCase, { title: string; text: string }> = {
  price: {
    title: 'Another price',
    text: 'The price of a line is not the one in force when the order was placed, campaigns included.',
  },
  not_sold: {
    title: 'Not on sale',
    text: 'The product was switched off or not approved when the order was placed, or its vendor was not approved.',
  },
  short: { title: 'Short of stock', text: 'A line asks for more than is in stock when the order comes in.' },
  unknown: {
    title: 'Price not known',
    text: 'The order was placed before the product was kept here, as old orders of another system are.',
  },
}

const choices = {
  refuse: {
    label: 'Refuse the order',
    text: 'Nothing is stored. The shop front is told each line and field.',
  },
  mark: { label: 'Accept and mark', text: 'The order is stored, and waits on the dashboard to be checked.' },
  accept: {
    label: 'Accept',
    text: 'The order is stored without a mark, for example while old orders are brought in.',
  },
} as const

/** Order checks: whether an order that differs from its listings is refused or marked. */
export function ChecksPage() {
  const found = useEndpoint(orderChecks.get, {})
  if (found.data) return <Opened fresh={found.data} />
  if (!found.isError) return <RecordSkeleton />
  return (
    <Failure
      error={found.error}
      answered="not_created"
      what="The order checks could not be loaded."
      onRetry={() => void found.refetch()}
    />
  )
}

function Opened({ fresh }: { fresh: SavedOrderChecks }) {
  const opened = useOpenedRecord(fresh)
  return <Editor key={opened.record.version} opened={opened} />
}

function Editor({ opened }: { opened: OpenedRecord<SavedOrderChecks> }) {
  const { version, ...stands } = opened.record
  const show = useToast()
  const mayChange = useCan()(orderChecks.save)
  const save = useCommand(orderChecks.save)
  const [chosen, setChosen] = useState<OrderChecks>(stands)
  const isChanged = checkCases.some((name) => chosen[name] !== stands[name])
  const guard = useLeaveGuard(isChanged && !save.isSuccess)
  return (
    <div className={classes.page}>
      <h1>Order checks</h1>
      <p className={classes.quiet}>
        Each line of an order is compared with its product when the shop front sends it. Choose what happens
        when they differ. Orders that are stored already stay as they are.
      </p>
      {opened.hasChanged && !save.isPending && (
        <ChangedNotice noun="setting" onShow={() => guard.ask(opened.showPresent)} />
      )}
      {save.error && <ChangeFailure error={save.error} />}
      <section className={classes.card} aria-label="Cases">
        {checkCases.map((name) => (
          <Radio.Group
            key={name}
            label={words[name].title}
            description={words[name].text}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            value={chosen[name]}
            readOnly={!mayChange}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          >
            <div className={classes.choices}>
              {(name === 'unknown'
                ? (['refuse', 'mark', 'accept'] as const)
                : (['refuse', 'mark'] as const)
              ).map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={choices[value].label}
                  description={choices[value].text}
                  disabled={!mayChange}
                />
              ))}
            </div>
          </Radio.Group>
        ))}
      </section>
      {mayChange && (
        <div>
          <CommandButton
            isPending={save.isPending}
            disabled={!isChanged || opened.hasChanged}
            onClick={() =>
              save.mutate(
                { input: chosen, ifMatch: version },
                {
                  onSuccess: (saved) => {
                    show({ message: 'Order checks saved' })
                    opened.made(saved.version)
                  },
                },
              )
            }
          >
            Save
          </CommandButton>
        </div>
      )}
      {guard.dialog}
    </div>
  )
}
