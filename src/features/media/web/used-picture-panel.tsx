import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconBooks, IconCrop, IconPhoto, IconTrash } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type RefObject,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { neededInWords } from '#features/access/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { FileButton, useArea } from '#kit/web/pictures/picture-choice.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { media, type Slot, type UsedPicture } from '../contract.ts'
import { isUndescribed } from '../undescribed-contract.ts'
import { type Coming, useUsedPicture } from './coming-pictures-panel.tsx'
import { previewOf, slotOf, slotsInWords, smallWords } from './used-model.ts'
import classes from './used-picture-panel.module.css'

/** Loaded on demand: a screen has many pictures and most visits change none of them. */
const LibraryDialog = lazyOf(() => import('./library-dialog.tsx'), 'LibraryDialog')
const PictureCrop = lazyOf(() => import('#kit/web/pictures/picture-crop.tsx'), 'PictureCrop')

interface Props {
  label: string
  value: UsedPicture | null
  onChange: (value: UsedPicture | null) => void
  /** The sizes in which it is shown: one, or a choice. None: the whole picture is used. */
  slots: readonly Slot[]
  /** Shown with the label; without it, the sizes of the slots. */
  hint?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  /** The words of a screen that has its own for the button that chooses a file, and for no picture. */
  words?: { upload: string; none: string } | undefined
  /** The name of the field in the form around, which goes on bringing its picture while the field is not shown. */
  place?: string | undefined
}

const noSlot: Slot = { width: 1, height: 1 }

/**
 * A picture of the library in one place of the shop: chosen, uploaded, dropped or pasted, cut to the slot, described.
 * The preview changes at once; `onChange` is called when the server has cut the part.
 */
export function UsedPictureField({
  label,
  value,
  onChange,
  slots,
  hint,
  error,
  isRequired = false,
  words = { upload: texts.upload, none: texts.noPicture },
  place,
}: Props) {
  const id = useId()
  const chooser = useRef<HTMLButtonElement>(null)
  const mayChoose = useCan()(media.render)
  const [chosenSlot, setChosenSlot] = useState<Slot | null>(null)
  const [open, setOpen] = useState<'library' | 'crop' | null>(null)
  const used = useUsedPicture(value, onChange, place)
  const { coming, failure, told } = used
  const slot = chosenSlot && slots.includes(chosenSlot) ? chosenSlot : slotOf(value, slots)
  const upload = (file: File | undefined) => file && void used.upload(file, slot)
  const area = useArea(mayChoose, upload)
  const hintWords = hint ?? slotsInWords(slots)
  const named = (action: string) => texts.actionOf({ action, label })
  return (
    <fieldset
      className={classes.field}
      aria-describedby={hintWords ? `${id}-hint ${id}-error` : `${id}-error`}
      onPaste={(event) => isPictureOf(event) && area.onPaste?.(event)}
    >
      <legend>
        {label} {isRequired && <span aria-hidden="true">*</span>}
      </legend>
      {hintWords && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hintWords}
        </p>
      )}
      <div className={classes.drop} data-over={area.isOver || undefined} {...area.handlers}>
        <Preview value={value} coming={coming} slot={slot} none={words.none} />
        <div className={classes.side}>
          {/* What is on its way is cut for the size that was chosen, and described when it is there. */}
          {slots.length > 1 && (
            <SlotChoice
              slots={slots}
              slot={slot}
              isOff={coming !== null}
              onChoose={(next) => {
                setChosenSlot(next)
                if (value && mayChoose) void used.recut(value, next, null)
              }}
            />
          )}
          {mayChoose ? (
            <div className={classes.actions}>
              <Button
                ref={chooser}
                size="xs"
                variant="default"
                aria-label={named(texts.choose)}
                aria-invalid={error ? true : undefined}
                leftSection={<IconBooks size={15} aria-hidden="true" />}
                onClick={() => setOpen('library')}
              >
                {texts.choose}
              </Button>
              <FileButton label={named(words.upload)} size="xs" onFile={upload}>
                {words.upload}
                <span className="visually-hidden">: {label}</span>
              </FileButton>
              {value && (
                <CropButton
                  label={named(texts.crop)}
                  isOff={coming !== null}
                  onOpen={() => setOpen('crop')}
                />
              )}
              {coming && <CancelButton next={chooser} onStop={used.stop} />}
            </div>
          ) : (
            <p className={classes.hint}>
              {texts.mayNotChoose({ permission: neededInWords(media.render.access) })}
            </p>
          )}
          {value && !coming && (
            <RemoveButton
              label={named(texts.remove)}
              onRemove={() => {
                onChange(null)
                chooser.current?.focus()
              }}
            />
          )}
        </div>
      </div>
      {value && !coming && smallWords(value, slot) && (
        <p className={classes.warning}>{smallWords(value, slot)}</p>
      )}
      <p id={`${id}-error`} className={classes.refused} role="alert">
        {failure || error}
      </p>
      {value && !coming && <Words label={label} value={value} onChange={onChange} />}
      <p className="visually-hidden" role="status">
        {told}
      </p>
      <Suspense fallback={null}>
        <Dialogs open={open} value={value} slot={slot} used={used} onClose={() => setOpen(null)} />
      </Suspense>
    </fieldset>
  )
}

/** Text that is pasted into a field may be accompanied by a picture of the text. */
function isPictureOf({ target, clipboardData }: ClipboardEvent): boolean {
  return clipboardData.files.length > 0 && !(target instanceof HTMLInputElement)
}

/** Stays while a picture is on its way: who came from it finds the focus where it was. */
function CropButton({ label, isOff, onOpen }: { label: string; isOff: boolean; onOpen: () => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff}
      leftSection={<IconCrop size={15} aria-hidden="true" />}
      onClick={() => isOff || onOpen()}
    >
      {texts.crop}
    </Button>
  )
}

/** Stops what is on its way. When it goes, pressed or not, the focus that it had goes to the next control. */
function CancelButton({ next, onStop }: { next: RefObject<HTMLButtonElement | null>; onStop: () => void }) {
  const own = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = own.current
    return () => {
      if (button === document.activeElement) next.current?.focus()
    }
  }, [next])
  return (
    <Button ref={own} size="xs" variant="subtle" color="gray" onClick={onStop}>
      {texts.cancel}
    </Button>
  )
}

function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      aria-label={label}
      leftSection={<IconTrash size={14} aria-hidden="true" />}
      onClick={onRemove}
    >
      {texts.remove}
    </Button>
  )
}

/** The library to choose from, and the crop of what was chosen. */
function Dialogs({
  open,
  value,
  slot,
  used,
  onClose,
}: {
  open: 'library' | 'crop' | null
  value: UsedPicture | null
  slot: Slot | null
  used: ReturnType<typeof useUsedPicture>
  onClose: () => void
}) {
  if (open === 'library') {
    return (
      <LibraryDialog
        onClose={onClose}
        onChoose={(picture) => {
          onClose()
          void used.choose(picture, slot)
        }}
      />
    )
  }
  if (open !== 'crop' || !value) return null
  return (
    <CropOf
      value={value}
      slot={slot}
      onClose={onClose}
      onCut={(crop) => {
        onClose()
        void used.recut(value, slot, crop)
      }}
    />
  )
}

/** What the place shows, in its ratio; what is on its way is shown at once. */
function Preview({
  value,
  coming,
  slot,
  none,
}: {
  value: UsedPicture | null
  coming: Coming | null
  slot: Slot | null
  none: string
}) {
  const { width, height } = previewOf(slot ?? value)
  const style = { width, aspectRatio: `${width} / ${height}` }
  const shown = coming?.src ?? (value && `/media/${value.media}.webp`)
  const position = coming && { objectPosition: `${coming.focal.x * 100}% ${coming.focal.y * 100}%` }
  return (
    <div className={classes.preview} style={style} data-fit={slot ? 'cover' : 'contain'}>
      {shown ? (
        <img src={shown} alt={coming ? '' : (value?.alt ?? '')} style={position ?? undefined} />
      ) : (
        <span className={classes.none}>
          <IconPhoto size={22} aria-hidden="true" />
          <span className={width < 100 ? 'visually-hidden' : undefined}>{none}</span>
        </span>
      )}
      {coming && (
        <progress
          aria-label={
            coming.share === null
              ? texts.preparing
              : texts.uploadingPercent({ percent: Math.round(coming.share * 100) })
          }
          max={100}
          value={coming.share === null ? undefined : Math.round(coming.share * 100)}
        />
      )}
    </div>
  )
}

function SlotChoice({
  slots,
  slot,
  isOff,
  onChoose,
}: {
  slots: readonly Slot[]
  slot: Slot | null
  /** It can be reached, and changes nothing. */
  isOff: boolean
  onChoose: (slot: Slot) => void
}) {
  return (
    <NativeSelect
      size="xs"
      label={texts.shownAs}
      data={slots.map((one, index) => ({ value: String(index), label: texts.pixels(one) }))}
      value={String(slot ? slots.indexOf(slot) : 0)}
      aria-disabled={isOff || undefined}
      onChange={(event) => isOff || onChoose(slots[Number(event.currentTarget.value)] ?? noSlot)}
    />
  )
}

/** What is read out instead of the picture. */
function Words({
  label,
  value,
  onChange,
}: {
  label: string
  value: UsedPicture
  onChange: (value: UsedPicture) => void
}) {
  const { alt, is_decorative } = value
  const hintId = useId()
  return (
    <div className={classes.words}>
      <TextInput
        size="xs"
        label={texts.alt}
        aria-label={texts.actionOf({ action: texts.alt, label })}
        aria-describedby={hintId}
        dir="auto"
        maxLength={300}
        disabled={is_decorative}
        value={alt}
        onChange={(event) => onChange({ ...value, alt: event.currentTarget.value })}
      />
      <Checkbox
        size="xs"
        label={texts.decorative}
        aria-label={texts.actionOf({ action: texts.decorative, label })}
        description={texts.decorativeHint}
        classNames={{ description: classes.below ?? '' }}
        checked={is_decorative}
        onChange={(event) => {
          const isChecked = event.currentTarget.checked
          onChange({ ...value, is_decorative: isChecked, alt: isChecked ? '' : alt })
        }}
      />
      <p id={hintId} className={classes.warning}>
        {isUndescribed(value) && texts.altMissing}
      </p>
    </div>
  )
}

/** The crop of the original, which the field does not know until it is asked for. */
function CropOf({
  value,
  slot,
  onClose,
  onCut,
}: {
  value: UsedPicture
  slot: Slot | null
  onClose: () => void
  onCut: (crop: NonNullable<UsedPicture['crop']>) => void
}) {
  const original = useEndpoint(media.get, { id: value.media_id })
  if (!original.data) {
    return (
      original.error && (
        <Dialog title={texts.crop} onClose={onClose}>
          <ReadFailure of={original} what={texts.theOriginal} />
        </Dialog>
      )
    )
  }
  return (
    <PictureCrop
      src={`/media/${original.data.media}.webp`}
      {...(slot ? { ratio: slot.width / slot.height } : {})}
      hint={slot ?? noSlot}
      begun={value.crop}
      onPart={onCut}
      onClose={onClose}
    />
  )
}
