import { Button } from '@mantine/core'
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { pictureLimits } from '#kit/contract/picture.ts'
import { CommandButton } from '../command-button.tsx'
import { ChangeFailure } from '../failure.tsx'
import { useFileDrop } from './file-drop.ts'
import classes from './picture-choice.module.css'
import { accepted, limitsOf, lookAt } from './picture-file.ts'
import { texts } from './texts.ts'

interface Chosen {
  file: File
  url: string
  /** A problem of the picture that does not prevent saving it. */
  warning: string
}

interface Command {
  isPending: boolean
  error: Error | null
  reset(): void
}

interface Save {
  words: string
  command: Command
  /** Sends the file, and calls `onDone` after it is saved. */
  run: (file: File, onDone: () => void) => void
  /** Whether the button is shown, disabled, before a picture is chosen. */
  isAlwaysShown?: boolean
}

interface Remove {
  words: string
  command: Command
  run: (onDone: () => void) => void
}

interface Props {
  /** Names the file input for screen readers. */
  label: string
  /** A picture with fewer pixels is accepted with a warning. */
  preferred?: { width: number; height: number }
  maxBytes?: number
  mayChange: boolean
  hasPicture: boolean
  from: 'screen' | 'area'
  size?: 'xs' | 'sm'
  /** Whether the area has a frame and a larger preview. */
  isFramed?: boolean
  save: Save
  remove?: Remove
  /** Renders the chosen picture by its address, or the saved picture. */
  preview: (chosen: string | null) => ReactNode
  words: (isChosen: boolean) => ReactNode
}

/**
 * Sets one picture: dropped, pasted or chosen, previewed as it will be cropped, then saved or removed. Files are
 * accepted on the whole screen, or only on this area if a screen has several.
 */
export function PictureChoice({
  label,
  preferred = { width: 0, height: 0 },
  maxBytes = pictureLimits.maxBytes,
  mayChange,
  hasPicture,
  from,
  size = 'sm',
  isFramed = false,
  save,
  remove,
  preview,
  words,
}: Props) {
  const { chosen, setChosen, refused, look } = useChosen(preferred, maxBytes)
  const chooser = useRef<HTMLButtonElement>(null)
  const limitsId = useId()
  const isPending = save.command.isPending || remove?.command.isPending === true
  const failure = save.command.error ?? remove?.command.error
  const choose = async (file: File | undefined) => {
    if (!file || isPending || !mayChange) return
    save.command.reset()
    remove?.command.reset()
    await look(file)
  }
  const clear = () => {
    setChosen(null)
    chooser.current?.focus()
  }
  const isOverScreen = useFileDrop(mayChange && from === 'screen', ([file]) => void choose(file))
  const area = useArea(mayChange && from === 'area', (file) => void choose(file))
  return (
    // A picture pasted while one of the buttons has the focus is meant for this area.
    <div className={classes.choice} data-framed={isFramed || undefined} onPaste={area.onPaste}>
      {failure && <ChangeFailure error={failure} />}
      <div className={classes.drop} data-over={isOverScreen || area.isOver || undefined} {...area.handlers}>
        {preview(chosen?.url ?? null)}
        <div className={classes.words}>
          {words(chosen !== null)}
          {mayChange && <p id={limitsId}>{limitsOf(maxBytes)}</p>}
          <p className={classes.warning} role="status">
            {chosen?.warning}
          </p>
          <p className={classes.refused} role="alert">
            {refused}
          </p>
        </div>
      </div>
      {mayChange && (
        <div className={classes.actions}>
          {(chosen || save.isAlwaysShown) && (
            <CommandButton
              size={size}
              isPending={save.command.isPending}
              disabled={!chosen || isPending}
              onClick={() => chosen && save.run(chosen.file, clear)}
            >
              {save.words}
            </CommandButton>
          )}
          <FileButton
            label={label}
            buttonRef={chooser}
            describedBy={limitsId}
            size={size}
            disabled={isPending}
            onFile={(file) => void choose(file)}
          >
            {chosen || hasPicture ? texts.chooseAnother : texts.chooseAPicture}
          </FileButton>
          {chosen && (
            <Button
              size={size}
              variant="default"
              disabled={isPending}
              onClick={() => {
                save.command.reset()
                clear()
              }}
            >
              {texts.cancel}
            </Button>
          )}
          {remove && !chosen && hasPicture && (
            <CommandButton
              size={size}
              variant="default"
              isPending={remove.command.isPending}
              disabled={isPending}
              onClick={() => remove.run(clear)}
            >
              {remove.words}
            </CommandButton>
          )}
        </div>
      )}
    </div>
  )
}

/** The chosen picture, or why it was refused. */
function useChosen(preferred: { width: number; height: number }, maxBytes: number) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refused, setRefused] = useState('')
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])
  const look = async (file: File) => {
    const { why, warning } = await lookAt(file, preferred.width, preferred.height, maxBytes)
    setRefused(why)
    setChosen(why ? null : { file, url: URL.createObjectURL(file), warning })
  }
  return { chosen, setChosen, refused, look }
}

/** The square preview of the saved or chosen picture as it will be cropped; `empty` is shown without a picture. */
export function PicturePreview({ src, alt, empty }: { src: string; alt: string; empty: string }) {
  return <div className={classes.preview}>{src ? <img src={src} alt={alt} /> : empty}</div>
}

/** A button that opens the file chooser of the system. */
export function FileButton({
  label,
  buttonRef = null,
  describedBy,
  size,
  disabled = false,
  onFile,
  children,
}: {
  label: string
  buttonRef?: Ref<HTMLButtonElement>
  describedBy?: string
  size: 'xs' | 'sm'
  disabled?: boolean
  onFile: (file: File | undefined) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accepted.join(',')}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0])
          // Resets the input, so that choosing the same file again fires a change event.
          event.currentTarget.value = ''
        }}
      />
      <Button
        ref={buttonRef}
        size={size}
        variant="default"
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}

/** Accepts files dropped on one area of the screen, or pasted while a button in the area has the focus. */
export function useArea(isOn: boolean, take: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  if (!isOn) return { isOver: false, handlers: {}, onPaste: undefined }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
  return { isOver, handlers, onPaste: (event: ClipboardEvent) => take(event.clipboardData.files[0]) }
}
