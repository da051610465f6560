import { CommandButton } from '#kit/web/command-button.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
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
    title: texts.anotherPrice,
    text: texts.thePriceOfALine,
  },
  not_sold: {
    title: texts.notOnSale,
    text: texts.theProductWasSwitchedOff,
  },
  short: { title: texts.shortOfStock, text: texts.aLineAsksForMore },
  unknown: {
    title: texts.priceNotKnown,
    text: texts.theOrderWasPlacedBefore,
  },
}

const choices = {
  refuse: {
    label: texts.refuseTheOrder,
    text: texts.nothingIsStoredTheShop,
  },
  mark: { label: texts.acceptAndMark, text: texts.theOrderIsStoredAnd },
  accept: {
    label: texts.accept,
    text: texts.theOrderIsStoredWithout,
  },
} as const

const usual = ['refuse', 'mark'] as const
const ofUnknown = [...usual, 'accept'] as const

/** Order checks: whether an order that differs from its listings is refused or marked. */
export function ChecksPage() {
  const found = useEndpoint(orderChecks.get, {})
  if (found.data) return <Opened fresh={found.data} />
  if (!found.isError) return <RecordSkeleton />
  return (
    <Failure
      error={found.error}
      answered="not_created"
      what={texts.theOrderChecksCouldNot}
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
      <h1>{menuTexts.orderChecks}</h1>
      <p className={classes.quiet}>{texts.eachLineOfAnOrder}</p>
      {opened.hasChanged && !save.isPending && (
        <ChangedNotice noun="setting" onShow={() => guard.ask(opened.showPresent)} />
      )}
      {save.error && <ChangeFailure error={save.error} />}
      <section className={classes.card} aria-label={texts.cases}>
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
              {(name === 'unknown' ? ofUnknown : usual).map((value) => (
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
                    show({ message: texts.orderChecksSaved })
                    opened.made(saved.version)
                  },
                },
              )
            }
          >
            {texts.save}
          </CommandButton>
        </div>
      )}
      {guard.dialog}
    </div>
  )
}
