import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { ComingPictures, useComingPictures } from '#features/media/web/coming-pictures-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { Block, Thing } from '../content-contract.ts'
import { type MailingDetail, mailings } from '../contract.ts'
import { plainTextOf } from '../render-contract.ts'
import { texts } from '../texts.ts'
import { AudienceFields } from './audience-panel.tsx'
import { BlocksField } from './blocks-panel.tsx'
import {
  type FieldName,
  fieldLabels,
  fieldNames,
  type Keyed,
  keyed,
  meantBy,
  Typed,
  typedOf,
  wordsOf,
} from './mailing-model.ts'
import classes from './mailings.module.css'

const changeBody = mailings.change.body

/** Edits a draft in place: content and audience, with the draft of this browser, the bar and the clash. */
export function useMailingFields(mailing: MailingDetail): {
  panel: ReactNode
  typed: Typed
  things: ReadonlyMap<string, Thing>
  bar: ReactNode
  question: ReactNode
  isUnsaved: boolean
} {
  const mayChange = useCan()(mailings.change) && mailing.status === 'draft'
  const change = useCommand(mailings.change)
  const [picked, setPicked] = useState<readonly Thing[]>([])
  const things = useMemo(
    () => new Map([...mailing.things, ...picked].map((thing) => [thing.id, thing])),
    [mailing.things, picked],
  )
  const keysOf = useBlockKeys()
  const pictures = useComingPictures({
    valueOf: (place) => {
      const { blocks } = fields.typed
      const block = blocks[keysOf(blocks).indexOf(place)]
      return block?.kind === 'picture' ? block.picture : null
    },
    put: (place, picture) =>
      fields.change(({ blocks }) => {
        const index = keysOf(blocks).indexOf(place)
        return {
          blocks: blocks.map((block, at) =>
            at === index && block.kind === 'picture' ? { ...block, picture } : block,
          ),
        }
      }),
  })
  const fields = useRecordFields<MailingDetail & { name?: string }, MailingDetail, Typed, FieldName>({
    record: mailing,
    draftOf: ['mailing', mailing.id],
    fields: fieldNames,
    labels: fieldLabels,
    mayChange,
    arrivals: pictures,
    save: change,
    schema: Typed,
    typedOf,
    meantBy,
    wordsOf,
    problemsIn: (changes) => atFields(fieldErrors(changeBody.safeParse(changes).error?.issues)),
    savedWords: ({ subject }) => texts.saved({ subject }),
  })
  const { typed, bar, question, isUnsaved } = fields
  if (!mayChange) return { panel: null, typed, things, bar: undefined, question, isUnsaved: false }
  const panel = (
    <>
      {fields.drafts}
      <form {...fields.form}>
        <SideCard title={texts.content}>
          {fields.notices}
          <div className={classes.stack}>
            <AudienceFields
              audience={typed.audience}
              error={fields.wrong.audience}
              onChange={(audience) => fields.change({ audience, ...legalOf(audience.user_type, typed) })}
            />
            <TextInput
              label={fieldLabels.subject}
              dir="auto"
              maxLength={200}
              value={typed.subject}
              error={fields.wrong.subject}
              onBlur={() => fields.leave('subject')}
              onChange={(event) => fields.change({ subject: event.currentTarget.value })}
            />
            <TextInput
              label={fieldLabels.preview_text}
              description={texts.previewTextHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              dir="auto"
              maxLength={200}
              value={typed.preview_text}
              error={fields.wrong.preview_text}
              onChange={(event) => fields.change({ preview_text: event.currentTarget.value })}
            />
            <ComingPictures of={pictures}>
              <BlocksField
                blocks={typed.blocks}
                keys={keysOf(typed.blocks)}
                things={things}
                error={fields.wrong.blocks}
                onPicked={(thing) => setPicked((before) => [...before, thing])}
                onRemoved={(key) => pictures.at(key).stop()}
                onChange={(blocks) => fields.change({ blocks })}
              />
            </ComingPictures>
            <PlainText
              value={typed.plain_text}
              made={() => plainTextOf(typed, things)}
              onChange={(plain_text) => fields.change({ plain_text })}
            />
            {typed.audience.user_type === 'vendors' && (
              <Legal
                isLegal={typed.is_legal}
                reason={typed.legal_reason}
                onChange={(what) => fields.change(what)}
              />
            )}
          </div>
        </SideCard>
      </form>
    </>
  )
  return { panel, typed, things, bar, question, isUnsaved }
}

/** Keys of the blocks that are edited, by which a picture on its way finds its block. */
function useBlockKeys(): (blocks: readonly Block[]) => readonly string[] {
  const last = useRef<Keyed>({ blocks: [], keys: [] })
  return (blocks) => {
    last.current = keyed(last.current, blocks, uuidv7)
    return last.current.keys
  }
}

/** Only a message to vendors can be a legal one. */
function legalOf(user_type: string, { is_legal }: Typed): Partial<Typed> {
  return user_type !== 'vendors' && is_legal ? { is_legal: false } : {}
}

/** A problem deep in a field is shown at the field. */
function atFields(errors: Record<string, string>): Record<string, string> {
  const told: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) told[path.split('.')[0] ?? ''] ??= message
  return told
}

function PlainText({
  value,
  made,
  onChange,
}: {
  value: string
  made: () => string
  onChange: (text: string) => void
}) {
  const isOwn = value !== ''
  return (
    <div className={classes.tight}>
      <div className={classes.row}>
        <span className={classes.quiet}>
          {texts.plainText}: {isOwn ? texts.plainTextOwn : texts.plainTextAuto}
        </span>
        <Button size="compact-xs" variant="default" onClick={() => onChange(isOwn ? '' : made())}>
          {isOwn ? texts.makePlainText : texts.editPlainText}
        </Button>
      </div>
      {isOwn && (
        <Textarea
          label={texts.plainText}
          description={texts.plainTextHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          dir="auto"
          rows={8}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

function Legal({
  isLegal,
  reason,
  onChange,
}: {
  isLegal: boolean
  reason: string
  onChange: (what: Partial<Typed>) => void
}) {
  return (
    <div className={classes.tight}>
      <Checkbox
        label={texts.legalMessage}
        description={texts.legalMessageHint}
        checked={isLegal}
        onChange={(event) => onChange({ is_legal: event.currentTarget.checked })}
      />
      {isLegal && (
        <TextInput
          label={texts.legalReason}
          description={texts.legalReasonHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          dir="auto"
          maxLength={300}
          value={reason}
          onChange={(event) => onChange({ legal_reason: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
