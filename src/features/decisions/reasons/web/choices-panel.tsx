import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Kbd.css'
import { Button, Checkbox, Kbd, NativeSelect, Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import {
  choiceAt,
  isOffered,
  type Picked,
  type Saying,
  textOf,
  toggled,
} from '#features/decisions/web/reason-model.ts'
import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import type { ReasonChoice, ReasonChoices } from '../choice-contract.ts'
import { longestReasonText } from '../choice-contract.ts'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'
import { ConcernedPanel } from './concerned-panel.tsx'

const none: readonly string[] = []

/**
 * Chooses reasons by a click or a digit, with the words of each to edit, and words of one's own. Enter on a reason sends;
 * a letter goes to one's own words.
 */
export function ChoicesPanel({
  choices: { choices, last_used },
  usual,
  labels,
  marked = none,
  saying,
  error,
  isRequest,
  hasLanguage,
  onChange,
}: {
  choices: ReasonChoices
  /** The language of the words where none was chosen for the letter. */
  usual: LetterLanguage
  labels: Readonly<Record<string, string>>
  /** The fields of the change that is decided on: they are named as changed, and offered first. */
  marked?: readonly string[] | undefined
  saying: Saying
  error: string
  /** True where something is asked for. */
  isRequest: boolean
  /** False where no letter is sent. */
  hasLanguage: boolean
  onChange: (saying: Saying) => void
}) {
  const panel = useRef<HTMLDivElement>(null)
  const toggle = (choice: ReasonChoice) => onChange(toggled(saying, choice, labels, marked))
  const first = choices.findIndex((choice) => isOffered(choice, isRequest))
  const last = last_used.flatMap(
    (code) => choices.find((choice) => choice.code === code && isOffered(choice, isRequest)) ?? [],
  )
  const repeat = () =>
    onChange(
      last.reduce<Saying>((said, choice) => toggled(said, choice, labels, marked), { ...saying, picked: [] }),
    )
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, target } = event
    if (!(target instanceof HTMLElement) || event.altKey) return
    const send = () =>
      panel.current?.closest('form')?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
    // Control and Enter send from any field; no other key with Control belongs to the reasons.
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
      event.preventDefault()
      return send()
    }
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return
    const choice = choiceAt(key, choices, isRequest)
    if (choice) toggle(choice)
    else if (key === '0' && last.length > 0) repeat()
    else if (key === 'Enter' && target instanceof HTMLInputElement) send()
    else {
      if (/^\p{L}$/u.test(key)) panel.current?.querySelector<HTMLTextAreaElement>('[name="reason"]')?.focus()
      return
    }
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields inside
    <div ref={panel} className={classes.panel} onKeyDown={onKeyDown}>
      {first >= 0 && (
        <fieldset className={classes.choices}>
          <legend>{texts.chooseReasons}</legend>
          {last.length > 0 && (
            <Button
              className={classes.last}
              size="compact-sm"
              variant="default"
              leftSection={<Kbd size="xs">0</Kbd>}
              onClick={repeat}
            >
              {texts.sameAsLast({ names: last.map(({ name }) => name).join(', ') })}
            </Button>
          )}
          {choices.map((choice, at) => {
            // Each reason keeps its digit in every dialog.
            if (!isOffered(choice, isRequest)) return null
            const picked = saying.picked.find(({ code }) => code === choice.code)
            return (
              <div key={choice.code} className={classes.choice}>
                <Checkbox
                  size="sm"
                  data-autofocus={at === first ? true : undefined}
                  checked={picked !== undefined}
                  onChange={() => toggle(choice)}
                  label={
                    <span className={classes.name}>
                      {at < 9 ? (
                        <Kbd size="xs" aria-hidden="true">
                          {at + 1}
                        </Kbd>
                      ) : (
                        <span className={classes.digitless} aria-hidden="true" />
                      )}
                      <span dir="auto">{choice.name}</span>
                      {choice.kind === 'policy' && <span className={classes.policy}>{texts.policy}</span>}
                    </span>
                  }
                />
                {picked && (
                  <PickedPanel
                    picked={picked}
                    choice={choice}
                    labels={labels}
                    marked={marked}
                    language={saying.language ?? usual}
                    onChange={(next) =>
                      onChange({
                        ...saying,
                        picked: saying.picked.map((one) => (one.code === next.code ? next : one)),
                      })
                    }
                  />
                )}
              </div>
            )
          })}
        </fieldset>
      )}
      <ReasonField
        label={texts.reason}
        value={saying.own}
        error={error}
        maxLength={maxReasonLength}
        onChange={(own) => onChange({ ...saying, own })}
      />
      {hasLanguage && (
        <NativeSelect
          size="xs"
          label={texts.language}
          value={saying.language ?? ''}
          data={[
            { value: '', label: texts.asSetForTheLetter },
            { value: 'en', label: texts.english },
            { value: 'ur', label: texts.urdu },
          ]}
          onChange={(event) =>
            onChange({ ...saying, language: (event.currentTarget.value || null) as LetterLanguage | null })
          }
        />
      )}
    </div>
  )
}

/** What a chosen reason concerns, and its words. */
function PickedPanel({
  picked,
  choice,
  labels,
  marked,
  language,
  onChange,
}: {
  picked: Picked
  choice: ReasonChoice
  labels: Readonly<Record<string, string>>
  marked: readonly string[]
  language: LetterLanguage
  onChange: (picked: Picked) => void
}) {
  const { name } = choice
  return (
    <div className={classes.picked}>
      <Textarea
        size="xs"
        autosize={false}
        rows={3}
        dir="auto"
        maxLength={longestReasonText}
        aria-label={texts.textOf({ name })}
        value={textOf(picked, choice, labels, language)}
        onChange={(event) => onChange({ ...picked, text: event.currentTarget.value })}
      />
      <ConcernedPanel
        name={name}
        labels={labels}
        marked={marked}
        fields={picked.fields}
        onChange={(fields) => onChange({ ...picked, fields })}
      />
    </div>
  )
}
