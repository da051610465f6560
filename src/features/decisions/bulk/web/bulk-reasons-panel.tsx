import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ReasonChoices } from '#features/decisions/reasons/choice-contract.ts'
import { SayingPanel } from '#features/decisions/reasons/web/saying-panel.tsx'
import { texts } from '#features/decisions/texts.ts'
import classes from '#features/decisions/web/dialogs.module.css'
import { choiceAt, type Saying, summaryOf, toggled } from '#features/decisions/web/reason-model.ts'
import { type BulkCalls, type BulkVerb, type Sayings, sayingOf } from './bulk-model.ts'
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
  const isRequest = verb === 'request_update'
  const { rows, shown, setOpen, openRow } = useOpenRow(items[0]?.id ?? '', fault)
  const isSilent = (id: string) => summaryOf(sayingOf(sayings, id), choices.choices) === ''
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const isTaken = event.defaultPrevented
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isTaken) {
      event.preventDefault()
      event.currentTarget.closest('form')?.requestSubmit()
      return
    }
    const choice = isKeyOfRow(event) ? choiceAt(event.key, choices.choices, isRequest) : undefined
    if (!shown || (!choice && !(isTaken && event.key === '0'))) return
    const wasSilent = isSilent(shown)
    // Inside a row its reasons have taken the digit; on its button or on the switch it belongs to the open row.
    if (choice && !isTaken) {
      event.preventDefault()
      onChange({ ...sayings, own: { ...own, [shown]: toggled(sayingOf(sayings, shown), choice, labels) } })
    }
    if (!wasSilent) return
    const at = items.findIndex(({ id }) => id === shown)
    const next = [...items.slice(at + 1), ...items.slice(0, at)].find(({ id }) => isSilent(id))
    if (next) openRow(next.id)
  }
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
          onChange={(event) => {
            const isOn = event.currentTarget.checked
            onChange({ ...sayings, isEach: isOn })
            if (isOn) openRow(items.find(({ id }) => isSilent(id))?.id ?? shown)
          }}
        />
      )}
      {!isEach && panelOf(items[0], (all) => onChange({ ...sayings, all }))}
      {isEach && (
        <ul ref={rows} className={classes.each} aria-label={texts.reasonsOfEach} onKeyDown={onKeyDown}>
          {items.map((item) => {
            const { id, name } = item
            const isOpen = shown === id
            const summary = summaryOf(sayingOf(sayings, id), choices.choices)
            return (
              <li key={id} data-row={id} data-keys-at-first-field>
                <button
                  type="button"
                  className={classes.row}
                  aria-expanded={isOpen}
                  onClick={() => (isOpen ? setOpen('') : openRow(id))}
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

/**
 * The row that is open. A row that opens, by a hand or because it is at fault, takes the focus to its first reason, so that
 * the digits choose in it.
 */
function useOpenRow(first: string, fault: { id: string } | null) {
  const rows = useRef<HTMLUListElement>(null)
  const [shown, setOpen] = useState(first)
  // Counted, because a row can be opened again.
  const [opened, setOpened] = useState(0)
  const [found, setFound] = useState(fault)
  const openRow = (id: string) => {
    setOpen(id)
    setOpened((times) => times + 1)
  }
  // With the words of the fault and not a moment later: the next key may be the digit that answers it.
  if (fault !== found) {
    setFound(fault)
    if (fault?.id) openRow(fault.id)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when a row is opened, and at no other time
  useEffect(() => {
    if (opened === 0) return
    const row = [...(rows.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset.row === shown,
    )
    row?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [opened])
  return { rows, shown, setOpen, openRow }
}

/** True for a key that can choose a reason: not one that is typed into a text, nor one of the browser's own keys. */
function isKeyOfRow({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyped = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  return !isTyped && !altKey && !ctrlKey && !metaKey
}
