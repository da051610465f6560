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

interface Chosen {
  file: File
  url: string
  /** Something about the picture that does not forbid it, in words. */
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
  /** Sends the file, and calls `onDone` when it is saved. */
  run: (file: File, onDone: () => void) => void
  /** Whether the button is shown, disabled, before a picture is chosen. */
  isAlwaysShown?: boolean
}

interface Remove {
  words: string
  command: Command
  run: (onDone: () => void) => void
}

/**
 * Sets one picture: dropped, pasted or chosen; shown as it will be cut, then saved; or removed. Files are taken from the
 * whole screen, or from this area alone where a screen has several.
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
}: {
  /** Names the field of the file for people who do not see it. */
  label: string
  /** A picture with fewer pixels is taken, with a warning. */
  preferred?: { width: number; height: number }
  maxBytes?: number
  mayChange: boolean
  hasPicture: boolean
  from: 'screen' | 'area'
  size?: 'xs' | 'sm'
  /** Whether the area is shown by a line, with a larger preview. */
  isFramed?: boolean
  save: Save
  remove?: Remove
  /** Draws the chosen picture by its address, or the saved one. */
  preview: (chosen: string | null) => ReactNode
  words: (isChosen: boolean) => ReactNode
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refused, setRefused] = useState('')
  const chooser = useRef<HTMLButtonElement>(null)
  const limitsId = useId()
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])
  const isPending = save.command.isPending || remove?.command.isPending === true
  const failure = save.command.error ?? remove?.command.error
  const choose = async (file: File | undefined) => {
    if (!file || isPending || !mayChange) return
    save.command.reset()
    remove?.command.reset()
    const { why, warning } = await lookAt(file, preferred.width, preferred.height, maxBytes)
    setRefused(why)
    setChosen(why ? null : { file, url: URL.createObjectURL(file), warning })
  }
  const clear = () => {
    setChosen(null)
    chooser.current?.focus()
  }
  const isOverScreen = useFileDrop(mayChange && from === 'screen', ([file]) => void choose(file))
  const area = useArea(mayChange && from === 'area', (file) => void choose(file))
  return (
    // A picture that is pasted while one of the buttons has the focus is meant for this area.
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
            {chosen || hasPicture ? 'Choose another' : 'Choose a picture'}
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
              Cancel
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

/** The square in which the saved or chosen picture is shown as it will be cut; `empty` where there is none. */
export function PicturePreview({ src, alt, empty }: { src: string; alt: string; empty: string }) {
  return <div className={classes.preview}>{src ? <img src={src} alt={alt} /> : empty}</div>
}

/** A button that opens the file chooser of the system. */
function FileButton({
  label,
  buttonRef,
  describedBy,
  size,
  disabled,
  onFile,
  children,
}: {
  label: string
  buttonRef: Ref<HTMLButtonElement>
  describedBy: string
  size: 'xs' | 'sm'
  disabled: boolean
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
          // The same file chosen again is a choice as well.
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

/** Takes files that are dropped on one area of the screen, or pasted while a button in the area has the focus. */
function useArea(isOn: boolean, take: (file: File | undefined) => void) {
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
