import { Button } from '@mantine/core'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import card from '#kit/web/card.module.css'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { accepted, limits, lookAt } from '#kit/web/picture-file.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type defaultImages, type ImageSlot, slotFacts } from '../contract.ts'
import classes from './images-panel.module.css'

export type SaveImage =
  | typeof defaultImages.saveCustomer
  | typeof defaultImages.saveShopImage
  | typeof defaultImages.saveShopBanner

interface Chosen {
  file: File
  url: string
  /** In words, what speaks against it and does not forbid it. */
  warning: string
}

/** One default image: chosen, dropped or pasted, looked at as it will be cut, then saved. */
export function TilePanel({
  slot,
  save: endpoint,
  media,
}: {
  slot: ImageSlot
  save: SaveImage
  /** What stands; empty for nothing, null while it is not known. */
  media: string | null
}) {
  const { label, width, height } = slotFacts[slot]
  const can = useCan()
  const show = useToast()
  const save = useCommand(endpoint)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refused, setRefused] = useState('')
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])

  const choose = async (file: File | undefined) => {
    if (!file) return
    save.reset()
    const { why, warning } = await lookAt(file, width, height)
    setRefused(why)
    setChosen(why ? null : { file, url: URL.createObjectURL(file), warning })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (can(endpoint)) void choose(event.dataTransfer.files[0])
  }
  const src = chosen?.url ?? (media ? `/media/${media}.webp` : '')
  return (
    // What is pasted while one of its buttons has the focus is meant for this one.
    <section
      className={card.card}
      aria-labelledby={slot}
      onPaste={(event) => can(endpoint) && void choose(event.clipboardData.files[0])}
    >
      <h2 id={slot}>{label}</h2>
      {save.error && <ChangeFailure error={save.error} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more, the button below is the other */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(can(endpoint))
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={classes.preview}>
          {src ? (
            <img src={src} alt={chosen ? 'What you chose, as it will be cut' : `The default ${label}`} />
          ) : (
            media === '' && 'None yet'
          )}
        </div>
        <div className={classes.words}>
          <p>
            Preferred size: {width}x{height}
          </p>
          <p className={classes.quiet}>
            {chosen
              ? 'Its middle is kept, as a square.'
              : can(endpoint) && 'Drop or paste a picture here, or choose one.'}
          </p>
          <p id={`${slot}-limits`} className={classes.quiet}>
            {limits}
          </p>
          <p className={classes.warning} role="status">
            {chosen?.warning}
          </p>
          <p className={classes.refused} role="alert">
            {refused}
          </p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accepted.join(',')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          // The same file chosen again is a choice as well.
          event.currentTarget.value = ''
        }}
      />
      {can(endpoint) && (
        <div className={classes.actions}>
          <Button
            disabled={!chosen || save.isPending}
            onClick={() =>
              chosen &&
              save.mutate(
                { input: { file: chosen.file } },
                {
                  onSuccess: () => {
                    setChosen(null)
                    show({ message: `The default ${label} is saved.` })
                    chooser.current?.focus()
                  },
                },
              )
            }
          >
            {save.isPending ? 'Loading...' : 'Save'}
          </Button>
          <Button
            ref={chooser}
            variant="default"
            aria-describedby={`${slot}-limits`}
            disabled={save.isPending}
            onClick={() => input.current?.click()}
          >
            {chosen || media ? 'Choose another' : 'Choose a picture'}
          </Button>
          {chosen && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => {
                setChosen(null)
                save.reset()
                chooser.current?.focus()
              }}
            >
              Cancel
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
