import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReasonChoices } from '../reasons/choice-contract.ts'
import { type Saying, summaryOf } from '../reasons/web/reason-model.ts'
import { SayingPanel } from '../reasons/web/saying-panel.tsx'
import { texts } from '../texts.ts'
import { type BulkCalls, type BulkVerb, type Sayings, sayingOf } from './bulk-model.ts'
import classes from './dialogs.module.css'
import { letterOf } from './matching-model.ts'

/** The reasons of a decision on several records: one for all, or one for each, which begins with that for all. */
export function BulkReasonsPanel({
  items,
  verb,
  calls,
  labels,
  choices,
  sayings,
  fault,
  onChange,
}: {
  items: readonly { id: string; name: string }[]
  verb: BulkVerb
  calls: BulkCalls
  labels: Readonly<Record<string, string>>
  choices: ReasonChoices
  sayings: Sayings
  fault: { id: string; words: string } | null
  onChange: (sayings: Sayings) => void
}) {
  const { isEach, own } = sayings
  const [open, setOpen] = useState(items[0]?.id ?? '')
  const shown = fault?.id || open
  const panelOf = (
    item: { id: string; name: string } | undefined,
    set: (saying: Saying) => void,
    id = '',
  ) => (
    <SayingPanel
      key={id}
      choices={choices}
      labels={labels}
      letter={letterOf(calls, verb, item ?? null)}
      saying={sayingOf(sayings, id)}
      error={fault?.id === id ? fault.words : ''}
      onChange={set}
    />
  )
  return (
    <>
      {items.length > 1 && (
        <Switch
          label={texts.separateReasons}
          checked={isEach}
          onChange={(event) => onChange({ ...sayings, isEach: event.currentTarget.checked })}
        />
      )}
      {!isEach && panelOf(items[0], (all) => onChange({ ...sayings, all }))}
      {isEach && (
        <ul className={classes.each} aria-label={texts.reasonsOfEach}>
          {items.map((item) => {
            const { id, name } = item
            const isOpen = shown === id
            const summary = summaryOf(sayingOf(sayings, id), choices.choices)
            return (
              <li key={id}>
                <button
                  type="button"
                  className={classes.row}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? '' : id)}
                >
                  {isOpen ? (
                    <IconChevronUp size={16} aria-hidden="true" />
                  ) : (
                    <IconChevronDown size={16} aria-hidden="true" />
                  )}
                  <strong dir="auto">{name}</strong>
                  <span className={classes.summary} dir="auto">
                    {summary || texts.noReasonYet}
                  </span>
                </button>
                {isOpen &&
                  panelOf(item, (saying) => onChange({ ...sayings, own: { ...own, [id]: saying } }), id)}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
