import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { SettingsForm, SettingsOf, useSettings } from '#kit/web/record/settings-form.tsx'
import { orderChecks } from '../contract.ts'
import { type CheckCase, checkCases, type OrderChecks, type SavedOrderChecks } from '../marks-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './checks-page.module.css'

const words: Record<CheckCase, { title: string; text: string }> = {
  price: {
    title: texts.priceDifferent,
    text: texts.priceText,
  },
  not_sold: {
    title: texts.notOnSale,
    text: texts.notOnSaleText,
  },
  short: { title: texts.shortOfStock, text: texts.shortText },
  shipping: { title: texts.shippingDifferent, text: texts.shippingText },
  not_delivered: { title: texts.notDelivered, text: texts.notDeliveredText },
  shipping_unnamed: { title: texts.shippingUnnamed, text: texts.shippingUnnamedText },
  unknown: {
    title: texts.priceNotKnown,
    text: texts.unknownText,
  },
}

const choices = {
  refuse: {
    label: texts.refuse,
    text: texts.refuseText,
  },
  mark: { label: texts.acceptAndMark, text: texts.markText },
  accept: {
    label: texts.accept,
    text: texts.acceptText,
  },
} as const

const usual = ['refuse', 'mark'] as const
const withAccept = [...usual, 'accept'] as const
/** The cases in which nothing can be compared: such orders may be taken without a mark. */
const incomparable: readonly CheckCase[] = ['shipping_unnamed', 'unknown']

/** Order checks: whether an order that differs from its listings is refused or marked. */
export function ChecksPage() {
  return (
    <SettingsOf of={orderChecks.get} failed={texts.loadFailed}>
      {(opened) => <Editor opened={opened} />}
    </SettingsOf>
  )
}

function Editor({ opened }: { opened: Opened<SavedOrderChecks> }) {
  const { version: _, ...saved } = opened.record
  const [chosen, setChosen] = useState<OrderChecks>(saved)
  const settings = useSettings(opened, orderChecks.save, { draft: chosen, saved: texts.orderChecksSaved })
  const { mayChange } = settings
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.orderChecks}
      introduction={texts.introduction}
      label={texts.cases}
    >
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
            {(incomparable.includes(name) ? withAccept : usual).map((value) => (
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
    </SettingsForm>
  )
}
