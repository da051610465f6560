import { Button, Input, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { UsedPictureField } from '#features/media/web/used-picture-panel.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { Combobox } from '#kit/web/fields/combobox.tsx'
import {
  type Block,
  blockWords,
  personalFields,
  personalFieldWords,
  type Thing,
} from '../content-contract.ts'
import { mailings } from '../contract.ts'
import { texts } from '../texts.ts'
import { moved, newBlock } from './mailing-model.ts'
import classes from './mailings.module.css'

/** The body of a mail, from top to bottom. */
export function BlocksField({
  blocks,
  keys,
  things,
  error,
  onPicked,
  onRemoved,
  onChange,
}: {
  blocks: readonly Block[]
  /** Names each block wherever it is moved to; the place of its picture within `ComingPictures`. */
  keys: readonly string[]
  things: ReadonlyMap<string, Thing>
  error: string | undefined
  onPicked: (thing: Thing) => void
  onRemoved: (key: string) => void
  onChange: (blocks: Block[]) => void
}) {
  const [finding, setFinding] = useState<'product' | 'campaign' | null>(null)
  const put = (index: number, block: Block) => onChange(blocks.map((one, at) => (at === index ? block : one)))
  const add = (block: Block) => onChange([...blocks, block])
  return (
    <Input.Wrapper label={texts.body} labelElement="div" error={error}>
      <ol className={classes.blocks} aria-label={texts.blocks}>
        {blocks.map((block, index) => {
          const key = keys[index] ?? ''
          return (
            <li key={key} className={classes.block}>
              <BlockHead blocks={blocks} index={index} onRemoved={() => onRemoved(key)} onChange={onChange} />
              <BlockFields block={block} place={key} things={things} onChange={(next) => put(index, next)} />
            </li>
          )
        })}
      </ol>
      <div className={classes.row}>
        <Add words={texts.addText} onAdd={() => add(newBlock('text'))} />
        <Add words={texts.addPicture} onAdd={() => add(newBlock('picture'))} />
        <Add words={texts.addButton} onAdd={() => add(newBlock('button'))} />
        <Add words={texts.addProduct} onAdd={() => setFinding('product')} />
        <Add words={texts.addCampaign} onAdd={() => setFinding('campaign')} />
      </div>
      {finding && (
        <ThingSearch
          key={finding}
          kind={finding}
          onPick={(thing) => {
            onPicked(thing)
            add(
              finding === 'product'
                ? { kind: 'product', product_id: thing.id }
                : { kind: 'campaign', promotion_id: thing.id },
            )
            setFinding(null)
          }}
        />
      )}
    </Input.Wrapper>
  )
}

function Add({ words, onAdd }: { words: string; onAdd: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={onAdd}>
      {words}
    </Button>
  )
}

function BlockHead({
  blocks,
  index,
  onRemoved,
  onChange,
}: {
  blocks: readonly Block[]
  index: number
  onRemoved: () => void
  onChange: (blocks: Block[]) => void
}) {
  const number = index + 1
  const kind = blocks[index]?.kind ?? 'text'
  const tool = (label: string, icon: ReactNode, isOff: boolean, onPress: () => void) => (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
    >
      {icon}
    </button>
  )
  return (
    <div className={classes.head}>
      <h3>{texts.block({ number, kind: blockWords[kind] })}</h3>
      {tool(texts.moveUp({ number }), <IconArrowUp size={16} aria-hidden="true" />, index === 0, () =>
        onChange(moved(blocks, index, -1)),
      )}
      {tool(
        texts.moveDown({ number }),
        <IconArrowDown size={16} aria-hidden="true" />,
        number === blocks.length,
        () => onChange(moved(blocks, index, 1)),
      )}
      {tool(texts.removeBlock({ number }), <IconTrash size={16} aria-hidden="true" />, false, () => {
        onRemoved()
        onChange(blocks.filter((_, at) => at !== index))
      })}
    </div>
  )
}

function BlockFields({
  block,
  place,
  things,
  onChange,
}: {
  block: Block
  place: string
  things: ReadonlyMap<string, Thing>
  onChange: (block: Block) => void
}) {
  switch (block.kind) {
    case 'text':
      return <TextFields text={block.text} onChange={(text) => onChange({ ...block, text })} />
    case 'picture':
      return (
        <div className={classes.stack}>
          <UsedPictureField
            label={texts.picture}
            value={block.picture}
            slots={[]}
            hint={texts.pictureHint}
            place={place}
            onChange={(picture) => onChange({ ...block, picture })}
          />
          <LinkField
            label={texts.pictureAddress}
            value={block.href}
            onChange={(href) => onChange({ ...block, href })}
          />
        </div>
      )
    case 'button':
      return (
        <div className={classes.two}>
          <TextInput
            label={texts.buttonLabel}
            dir="auto"
            maxLength={80}
            value={block.label}
            onChange={(event) => onChange({ ...block, label: event.currentTarget.value })}
          />
          <LinkField
            label={texts.address}
            value={block.href}
            onChange={(href) => onChange({ ...block, href })}
          />
        </div>
      )
    case 'product':
      return <ThingFacts thing={things.get(block.product_id)} />
    case 'campaign':
      return <ThingFacts thing={things.get(block.promotion_id)} />
  }
}

function LinkField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (href: string) => void
}) {
  return (
    <TextInput
      label={label}
      type="url"
      dir="ltr"
      maxLength={2_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  )
}

/** The text of a block; a field goes where the cursor is. */
function TextFields({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const at = area.current?.selectionStart ?? text.length
    onChange(`${text.slice(0, at)}{{${name}|${texts.defaultFallback}}}${text.slice(at)}`)
    area.current?.focus()
  }
  return (
    <div className={classes.tight}>
      <Textarea
        ref={area}
        label={texts.text}
        description={texts.textHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="auto"
        rows={5}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.row}>
        <Choice
          label={texts.insertField}
          value=""
          options={[
            { value: '', label: texts.insertField },
            ...personalFields.map((name) => ({ value: name, label: personalFieldWords[name] })),
          ]}
          onChoose={(name) => name && insert(name)}
        />
      </div>
    </div>
  )
}

function ThingFacts({ thing }: { thing: Thing | undefined }) {
  if (!thing) return <p className={classes.quiet}>{texts.notAvailable}</p>
  return (
    <p>
      <bdi>{thing.name}</bdi>{' '}
      <span className={classes.quiet}>
        <bdi>{[thing.detail, thing.price].filter(Boolean).join(' · ')}</bdi>
        {thing.is_available ? '' : ` · ${texts.notAvailable}`}
      </span>
    </p>
  )
}

function ThingSearch({ kind, onPick }: { kind: 'product' | 'campaign'; onPick: (thing: Thing) => void }) {
  const [asked, setAsked] = useState<string | null>(null)
  const isProduct = kind === 'product'
  const found = useEndpoint(
    isProduct ? mailings.products : mailings.campaigns,
    { q: asked ?? '' },
    { enabled: asked !== null },
  )
  return (
    <Combobox
      label={isProduct ? texts.addProduct : texts.addCampaign}
      look={{
        label: isProduct ? texts.product : texts.campaign,
        placeholder: isProduct ? texts.searchProducts : texts.searchByName,
      }}
      options={() =>
        (found.data ?? []).map((thing) => ({ ...thing, words: thing.name, more: <bdi>{thing.detail}</bdi> }))
      }
      isRead={found.data !== undefined}
      read={found}
      answered={found.data && !found.isPlaceholderData ? asked : null}
      none={isProduct ? texts.noProductFound : texts.noCampaignFound}
      focus={(field) => field?.focus()}
      onAsk={setAsked}
      onPick={onPick}
    />
  )
}
