import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import card from '#kit/web/card.module.css'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { account, photoLimits, type Settings } from '../contract.ts'
import { Face } from './face-panel.tsx'
import classes from './photo-panel.module.css'

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const megabytes = photoLimits.maxBytes / 1024 / 1024
const limits = `JPEG, PNG, WebP, GIF or AVIF, at most ${megabytes} MB and ${photoLimits.megapixels} megapixels.`

interface Chosen {
  file: File
  url: string
}

/** One's own photo: chosen or dropped, looked at, then saved; colleagues see it beside the name. */
export function PhotoPanel({ name, settings }: { name: string; settings: Settings }) {
  const show = useToast()
  const queries = useQueryClient()
  const save = useCommand(account.changePhoto)
  const remove = useCommand(account.removePhoto)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refused, setRefused] = useState('')
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])

  const settle = (message: string) => {
    setChosen(null)
    show({ message })
    // A face is shown beside a name on many records, so every answer that was read before is read again.
    void queries.invalidateQueries()
    chooser.current?.focus()
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    save.reset()
    remove.reset()
    const why = await whyNot(file)
    setRefused(why)
    setChosen(why ? null : { file, url: URL.createObjectURL(file) })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const failure = save.error ?? remove.error
  const isPending = save.isPending || remove.isPending
  return (
    <section className={card.card} aria-labelledby="photo">
      <h2 id="photo">Photo</h2>
      {failure && <ChangeFailure error={failure} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more, the button below is the other */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {chosen ? (
          <img className={classes.preview} src={chosen.url} alt="What you chose, as it will be cut" />
        ) : (
          <Face name={name} presence={{ ...settings, is_away: false }} size="large" />
        )}
        <div className={classes.words}>
          <p>
            {chosen
              ? 'Its middle is kept, as a square. Colleagues see it beside your name.'
              : 'Drop a picture here, or choose one. Colleagues see it beside your name.'}
          </p>
          <p id="photo-limits" className={classes.limits}>
            {limits}
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
        aria-label="Picture"
        accept={accepted.join(',')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          // The same file chosen again is a choice as well.
          event.currentTarget.value = ''
        }}
      />
      <div className={classes.actions}>
        {chosen && (
          <Button
            disabled={isPending}
            onClick={() =>
              save.mutate(
                { input: { file: chosen.file } },
                { onSuccess: () => settle('Your photo is saved.') },
              )
            }
          >
            {save.isPending ? 'Loading...' : 'Save photo'}
          </Button>
        )}
        <Button
          ref={chooser}
          variant="default"
          aria-describedby="photo-limits"
          disabled={isPending}
          onClick={() => input.current?.click()}
        >
          {chosen || settings.photo ? 'Choose another' : 'Choose a picture'}
        </Button>
        {chosen && (
          <Button
            variant="default"
            disabled={isPending}
            onClick={() => {
              setChosen(null)
              save.reset()
              chooser.current?.focus()
            }}
          >
            Cancel
          </Button>
        )}
        {!chosen && settings.photo && (
          <Button
            variant="default"
            disabled={isPending}
            onClick={() =>
              remove.mutate({ input: {} }, { onSuccess: () => settle('Your photo is removed.') })
            }
          >
            {remove.isPending ? 'Loading...' : 'Remove'}
          </Button>
        )}
      </div>
    </section>
  )
}

/** What speaks against a file before it is sent, in words; empty for what the server may look at. */
async function whyNot(file: File): Promise<string> {
  if (!accepted.includes(file.type)) return `“${file.name}” is no picture of these kinds.`
  if (file.size > photoLimits.maxBytes) return `“${file.name}” is larger than ${megabytes} MB.`
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return `“${file.name}” cannot be read as a picture.`
  const pixels = picture.width * picture.height
  picture.close()
  return pixels > photoLimits.megapixels * 1_000_000
    ? `“${file.name}” has more than ${photoLimits.megapixels} megapixels.`
    : ''
}
