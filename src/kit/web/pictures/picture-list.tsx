import { texts } from './texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconCrop, IconGripVertical, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import dragged from '../list/dragged-rows.module.css'
import { shiftOf, useDraggedRows } from '../list/dragged-rows.ts'
import { OrderButtons } from '../list/order-buttons.tsx'
import { useToast } from '../toast.tsx'
import { useFileDrop } from './file-drop.ts'
import { PictureCrop } from './picture-crop.tsx'
import { accepted, limits } from './picture-file.ts'
import classes from './picture-list.module.css'
import { type TakenPicture, usePictureSending } from './picture-sending.ts'
import { SendingList } from './sending-list.tsx'

/** A picture of a record, with its alternative text. */
export interface ListedPicture extends TakenPicture {
  alt: string
  /** The user has marked the picture as decorative. */
  isDecorative: boolean
}

interface Props<E extends Endpoint> {
  label: string
  /** Accepts one picture and answers a `TakenPicture`. */
  endpoint: E
  pictures: readonly ListedPicture[]
  most: number
  /** Smaller pictures look blurred. */
  hint: { width: number; height: number }
  isRequired: boolean
  error: string | undefined
  onChange: (change: (before: readonly ListedPicture[]) => readonly ListedPicture[]) => void
  /** Called when uploads start and when all have ended: pending uploads are lost when the list is unmounted. */
  onSending: (isSending: boolean) => void
}

/**
 * The pictures of a record, the first one being the cover. Pictures are dropped or pasted anywhere on the screen or
 * chosen, uploaded with their progress, cropped, described, and ordered by buttons and by dragging.
 */
export function PictureList<E extends Endpoint>(props: Props<E>) {
  const { label, pictures, most, hint, isRequired, error } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosen = usePictures(props)
  const { sending, room, chooser, told, cutting, setCutting } = chosen
  const { list, drag, grab } = useDraggedRows(chosen.place)
  return (
    <fieldset className={classes.field} aria-describedby={`${id}-limits`}>
      <legend>
        {label} {isRequired && <span aria-hidden="true">*</span>}
      </legend>
      <div className={classes.drop} data-over={chosen.isOver || undefined}>
        <p>{texts.dropOrPastePicturesAnywhere}</p>
        <p id={`${id}-limits`}>{texts.limitsOfList({ most, ...hint, limits })}</p>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={label}
          accept={accepted.join(',')}
          onChange={(event) => {
            chosen.takeSome([...(event.currentTarget.files ?? [])])
            // Resets the input, so that choosing the same file again fires a change event.
            event.currentTarget.value = ''
          }}
        />
        <Button
          ref={chooser}
          size="xs"
          variant="default"
          disabled={room <= 0}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-limits ${id}-error`}
          onClick={() => input.current?.click()}
        >
          {texts.choosePictures}
        </Button>
      </div>
      <p id={`${id}-error`} className={classes.refused} role="alert">
        {error}
      </p>
      <ol
        ref={list}
        className={`${classes.rows} ${dragged.rows}`}
        data-dragging={drag ? '' : undefined}
        aria-label={label}
      >
        {pictures.map((picture, index) => (
          <Row
            key={picture.media}
            picture={picture}
            index={index}
            count={pictures.length}
            hint={hint}
            isDragged={drag?.from === index}
            style={shiftOf(drag, index)}
            onGrab={(event) => grab(event, index)}
            onPlace={(position) => chosen.place(index, position - 1)}
            onCut={() => setCutting(picture)}
            onRemove={() => chosen.remove(index)}
            onDescribe={(change) => chosen.describe(picture.media, change)}
          />
        ))}
      </ol>
      <SendingList sending={sending} onRetry={chosen.retry} onCancel={chosen.cancel} />
      <p className="visually-hidden" role="status">
        {told}
      </p>
      {cutting && (
        <PictureCrop
          src={`/media/${cutting.media}.webp`}
          hint={hint}
          onClose={() => setCutting(null)}
          onCut={(file) => {
            chosen.take([file], cutting.media)
            setCutting(null)
          }}
        />
      )}
    </fieldset>
  )
}

/** The pictures and those on their way, with what the user does to them. */
function usePictures<E extends Endpoint>({ endpoint, pictures, most, hint, onChange, onSending }: Props<E>) {
  const show = useToast()
  const [told, setTold] = useState('')
  const [cutting, setCutting] = useState<ListedPicture | null>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const { sending, take, retry, cancel } = usePictureSending(endpoint, hint, (picture, replaces) => {
    if (taken(pictures, picture, replaces, most) === pictures) return false
    onChange((before) => taken(before, picture, replaces, most))
    return true
  })
  const isSending = sending.some(({ why }) => why === '')
  useEffect(() => {
    onSending(isSending)
    return () => onSending(false)
  }, [isSending, onSending])
  const room = most - pictures.length - sending.length
  const takeSome = (files: readonly File[]) => {
    if (files.length > room) {
      show({
        message: texts.notAllAdded({ most, files: files.length - Math.max(room, 0) }),
        tone: 'refused',
      })
    }
    take(files.slice(0, Math.max(room, 0)))
  }
  const isOver = useFileDrop(cutting === null, takeSome)
  const place = (from: number, to: number) => {
    const picture = pictures[from]
    if (!picture || from === to) return
    onChange((before) => before.toSpliced(from, 1).toSpliced(to, 0, picture))
    const moved = { picture: nameOf(picture, from), pictures: pictures.length }
    setTold(to === 0 ? texts.movedToCover(moved) : texts.moved({ ...moved, position: to + 1 }))
  }
  const remove = (index: number) => {
    const picture = pictures[index]
    if (!picture) return
    onChange((before) => before.filter(({ media }) => media !== picture.media))
    show({
      message: texts.pictureRemoved({ picture: nameOf(picture, index) }),
      // On another screen, there is no list to restore the picture to.
      isOfScreen: true,
      undo: () =>
        onChange((before) =>
          before.some(({ media }) => media === picture.media)
            ? before
            : before.toSpliced(Math.min(index, before.length), 0, picture),
        ),
    })
    chooser.current?.focus()
  }
  const describe = (media: string, change: Partial<ListedPicture>) =>
    onChange((before) => before.map((one) => (one.media === media ? { ...one, ...change } : one)))
  return {
    sending,
    take,
    retry,
    cancel,
    room,
    takeSome,
    isOver,
    place,
    remove,
    describe,
    chooser,
    told,
    cutting,
    setCutting,
  }
}

/** The list with a new picture added, or with a picture replaced; the same list where neither is possible or needed. */
function taken(
  before: readonly ListedPicture[],
  picture: TakenPicture,
  replaces: string,
  most: number,
): readonly ListedPicture[] {
  const { media, width, height } = picture
  if (before.some((one) => one.media === media)) return before
  if (replaces) {
    if (!before.some((one) => one.media === replaces)) return before
    return before.map((one) => (one.media === replaces ? { ...one, media, width, height } : one))
  }
  const added = { media, width, height, alt: '', isDecorative: false }
  return before.length < most ? [...before, added] : before
}

function nameOf({ alt }: { alt: string }, index: number): string {
  return alt || texts.pictureIndex({ index: index + 1 })
}

function Row({
  picture,
  index,
  count,
  hint,
  isDragged,
  style,
  onGrab,
  onPlace,
  onCut,
  onRemove,
  onDescribe,
}: {
  picture: ListedPicture
  index: number
  count: number
  hint: { width: number; height: number }
  isDragged: boolean
  style: ReturnType<typeof shiftOf>
  onGrab: Parameters<typeof Grip>[0]['onGrab']
  onPlace: (position: number) => void
  onCut: () => void
  onRemove: () => void
  onDescribe: (change: Partial<ListedPicture>) => void
}) {
  const [isGone, setGone] = useState(false)
  const { media, alt, isDecorative, width, height } = picture
  const name = nameOf(picture, index)
  const isSmall = width < hint.width || height < hint.height
  return (
    <li data-dragged={isDragged || undefined} style={style}>
      {count > 1 && <Grip onGrab={onGrab} />}
      <span className={classes.preview}>
        {isGone ? (
          <IconPhotoOff size={24} aria-hidden="true" />
        ) : (
          <img src={`/media/${media}-96.webp`} alt={alt} onError={() => setGone(true)} />
        )}
        {index === 0 && <span className={classes.cover}>{texts.cover}</span>}
      </span>
      <div className={classes.words}>
        <TextInput
          size="xs"
          label={texts.whatPictureShows({ index: index + 1 })}
          dir="auto"
          maxLength={250}
          disabled={isDecorative}
          value={alt}
          onChange={(event) => onDescribe({ alt: event.currentTarget.value })}
        />
        {alt === '' && (
          <Checkbox
            size="xs"
            label={texts.decorative}
            checked={isDecorative}
            onChange={(event) => onDescribe({ isDecorative: event.currentTarget.checked })}
          />
        )}
        {isGone && (
          <p className={classes.refused} role="alert">
            {texts.pictureGone}
          </p>
        )}
        {isSmall && !isGone && (
          <p className={classes.warning}>{texts.blurredOnLargeScreens({ width, height })}</p>
        )}
      </div>
      <span className={classes.actions}>
        {count > 1 && <OrderButtons name={name} position={index + 1} count={count} onPlace={onPlace} />}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={texts.cropName({ name })}
          leftSection={<IconCrop size={15} aria-hidden="true" />}
          onClick={onCut}
        >
          {texts.crop}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={texts.removeName({ name })}
          leftSection={<IconTrash size={15} aria-hidden="true" />}
          onClick={onRemove}
        >
          {texts.remove}
        </Button>
      </span>
    </li>
  )
}

/** For the pointer only: keyboard users have the order buttons. */
function Grip({ onGrab }: { onGrab: (event: React.PointerEvent<HTMLElement>) => void }) {
  return (
    <span
      className={`${classes.grip} ${dragged.grip}`}
      aria-hidden="true"
      title={texts.dragToMove}
      onPointerDown={onGrab}
    >
      <IconGripVertical size={16} />
    </span>
  )
}
