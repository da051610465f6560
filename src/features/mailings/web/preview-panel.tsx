import { useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { Combobox } from '#kit/web/fields/combobox.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { type PersonalValues, personalFields, type Thing } from '../content-contract.ts'
import { type MailingDetail, mailings, type PreviewPerson } from '../contract.ts'
import { mailFor, shownIn, templatesOf } from '../render-contract.ts'
import { texts } from '../texts.ts'
import type { Typed } from './mailing-model.ts'
import classes from './mailings.module.css'

const widths = ['desktop', 'phone'] as const
const looks = ['light', 'dark'] as const
const parts = ['html', 'text'] as const
const widthWords = { desktop: texts.desktop, phone: texts.phone } as const
const lookWords = { light: texts.light, dark: texts.dark } as const
const partWords = { html: texts.preview, text: texts.plainText } as const

/** The mail as a recipient gets it, with what is typed and not saved yet. */
export function PreviewPanel({
  mailing,
  typed,
  things,
}: {
  mailing: MailingDetail
  typed: Typed
  things: ReadonlyMap<string, Thing>
}) {
  const [person, setPerson] = useState<PreviewPerson | null>(null)
  const [width, setWidth] = useState<(typeof widths)[number]>('desktop')
  const [look, setLook] = useState<(typeof looks)[number]>('light')
  const [part, setPart] = useState<(typeof parts)[number]>('html')
  const first = usePeople(typed, '', true).data?.people.at(0) ?? null
  const shownPerson = person ?? first
  const { audience: _, ...content } = typed
  const key = JSON.stringify([content, shownPerson, mailing.frame, [...things.keys()]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that the mail is made of
  const mail = useMemo(
    () =>
      mailFor(templatesOf(content, things, { ...mailing.frame, base: '' }), {
        ...valuesOf(shownPerson),
        unsubscribe_url: 'https://…',
      }),
    [key],
  )
  return (
    <SideCard title={texts.preview}>
      <div className={classes.stack}>
        <PersonField typed={typed} person={shownPerson} onChoose={setPerson} />
        <div className={classes.row}>
          <Pick label={texts.preview} values={parts} words={partWords} value={part} onPick={setPart} />
          {part === 'html' && (
            <>
              <Pick label={texts.width} values={widths} words={widthWords} value={width} onPick={setWidth} />
              <Pick label={texts.look} values={looks} words={lookWords} value={look} onPick={setLook} />
            </>
          )}
        </div>
        <p>
          <span className={classes.quiet}>{texts.subject}:</span> <bdi>{mail.subject}</bdi>
        </p>
        {part === 'html' ? (
          <MailFrame html={shownIn(mail.html, look)} width={width} look={look} />
        ) : (
          <pre className={classes.plain} dir="auto">
            {mail.text}
          </pre>
        )}
      </div>
    </SideCard>
  )
}

function Pick<Value extends string>({
  label,
  values,
  words,
  value,
  onPick,
}: {
  label: string
  values: readonly Value[]
  words: Readonly<Record<Value, string>>
  value: Value
  onPick: (value: Value) => void
}) {
  return (
    <Choice
      label={label}
      value={value}
      options={values.map((one) => ({ value: one, label: words[one] }))}
      onChoose={(chosen) => onPick(chosen as Value)}
    />
  )
}

function valuesOf(person: PreviewPerson | null): PersonalValues {
  return Object.fromEntries(personalFields.map((field) => [field, person?.[field] ?? ''])) as PersonalValues
}

/** Some recipients of the audience that is typed, by name or address; not read while no saved list is chosen. */
function usePeople({ audience, is_legal }: Typed, q: string, isAsked: boolean) {
  return useEndpoint(
    mailings.people,
    { audience, is_legal, q },
    { enabled: isAsked && !isListMissing(audience) },
  )
}

function isListMissing({ user_type, list_id }: Typed['audience']): boolean {
  return user_type === 'list' && list_id === null
}

function PersonField({
  typed,
  person,
  onChoose,
}: {
  typed: Typed
  person: PreviewPerson | null
  onChoose: (person: PreviewPerson) => void
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const people = usePeople(typed, asked ?? '', asked !== null)
  const { data, isPlaceholderData } = people
  return (
    <>
      <Combobox
        label={texts.previewAs}
        look={{ label: texts.previewAs, placeholder: texts.searchRecipients }}
        name={person ? person.name || person.address : texts.nobodyToPreview}
        options={() =>
          (data?.people ?? []).map((one) => ({
            id: one.address,
            words: one.name || one.address,
            more: <bdi dir="ltr">{one.address}</bdi>,
            person: one,
          }))
        }
        isRead={data !== undefined || isListMissing(typed.audience)}
        answered={data && !isPlaceholderData ? asked : null}
        none={data?.is_withheld ? texts.withheld : texts.noRecipientFound}
        onAsk={setAsked}
        onPick={(option) => onChoose(option.person)}
      />
      <ReadFailure of={people} what={texts.recipientsNotLoaded} />
    </>
  )
}

const tallest = 6_000

/** A frame that may run its own script and nothing else: it has no origin, no storage and no way out. */
function MailFrame({
  html,
  width,
  look,
}: {
  html: string
  width: 'desktop' | 'phone'
  look: 'light' | 'dark'
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(420)
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return
      const told = data as { type?: unknown; height?: unknown }
      if (told.type === 'munshi:mail-ready') setReady(true)
      if (told.type === 'munshi:mail-height' && typeof told.height === 'number')
        setHeight(Math.min(Math.max(told.height, 420), tallest))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    // The frame's origin has no name that could be said here.
    if (isReady) frame.current?.contentWindow?.postMessage({ type: 'munshi:mail', html }, '*')
  }, [isReady, html])
  return (
    <div className={classes.stage} data-look={look}>
      <iframe
        ref={frame}
        className={classes.frame}
        data-width={width}
        title={texts.previewOf}
        src="/mail-frame"
        sandbox="allow-scripts"
        style={{ height }}
      />
    </div>
  )
}
