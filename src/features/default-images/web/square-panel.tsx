import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '#kit/web/can.tsx'
import { type Sent, useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { ChangeFailure, wordsOf } from '#kit/web/failure.tsx'
import { useFileDrop } from '#kit/web/file-drop.ts'
import { accepted, limits, lookAt } from '#kit/web/picture-file.ts'
import { SideCard } from '#kit/web/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import classes from './square-panel.module.css'

interface Chosen {
  file: File
  url: string
  /** In words, what speaks against it and does not forbid it. */
  warning: string
}

/** How a picture is set and taken away: the one is sent with its file, both by the id of what it is of. */
interface Ways<S extends Endpoint, R extends Endpoint> {
  id: string
  set: S
  remove: R
}

/** The square picture of a record: dropped or pasted anywhere on the screen, or chosen; looked at as it will be cut, then saved. */
export function SquarePicturePanel<S extends Endpoint, R extends Endpoint>({
  name,
  image,
  pixels,
  ...ways
}: Ways<S, R> & {
  name: string
  /** Media of what stands; empty for nothing. */
  image: string
  pixels: number
}) {
  const { id } = ways
  const mayChange = useCan()(ways.set)
  const show = useToast()
  const put = usePutting(ways)
  const save = useCommand<Endpoint>(ways.set)
  const remove = useCommand<Endpoint>(ways.remove)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refused, setRefused] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])
  const isPending = save.isPending || remove.isPending
  const choose = async (file: File | undefined) => {
    if (!file || isPending) return
    save.reset()
    remove.reset()
    const { why, warning } = await lookAt(file, pixels, pixels)
    setRefused(why)
    setChosen(why ? null : { file, url: URL.createObjectURL(file), warning })
  }
  const isOver = useFileDrop(mayChange, ([file]) => void choose(file))
  /** Says that it is done, with the way back to the picture that stood before. */
  const settle = (message: string, before: Blob | null | undefined) => {
    setChosen(null)
    show({ message, ...(before === undefined ? {} : { undo: () => void put(before) }) })
    chooser.current?.focus()
  }
  const saveChosen = async () => {
    if (!chosen) return
    const before = await pictureOf(image)
    save.mutate(
      { input: { id, file: chosen.file } },
      { onSuccess: () => settle(`The picture of ${name} is saved`, before) },
    )
  }
  const removeShown = async () => {
    const before = await pictureOf(image)
    remove.mutate({ input: { id } }, { onSuccess: () => settle(`The picture of ${name} is removed`, before) })
  }
  const failure = save.error ?? remove.error
  const src = chosen?.url ?? (image && `/media/${image}.webp`)
  return (
    <SideCard title="Picture">
      {failure && <ChangeFailure error={failure} />}
      <div className={classes.drop} data-over={isOver || undefined}>
        <div className={classes.preview}>
          {src ? (
            <img src={src} alt={chosen ? 'What you chose, as it will be cut' : `Picture of ${name}`} />
          ) : (
            'None yet'
          )}
        </div>
        {mayChange && (
          <div className={classes.words}>
            <p>
              {chosen
                ? 'Its middle is kept, as a square.'
                : 'Drop or paste a picture anywhere here, or choose one.'}
            </p>
            <p id="picture-limits">
              At least {pixels}x{pixels} pixels look best. {limits}
            </p>
          </div>
        )}
      </div>
      <p className={classes.warning} role="status">
        {chosen?.warning}
      </p>
      <p className={classes.refused} role="alert">
        {refused}
      </p>
      {mayChange && (
        <>
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
              <Button size="xs" disabled={isPending} onClick={() => void saveChosen()}>
                {save.isPending ? 'Loading...' : 'Save picture'}
              </Button>
            )}
            <Button
              ref={chooser}
              size="xs"
              variant="default"
              aria-describedby="picture-limits"
              disabled={isPending}
              onClick={() => input.current?.click()}
            >
              {chosen || image ? 'Choose another' : 'Choose a picture'}
            </Button>
            {chosen && (
              <Button
                size="xs"
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
            {!chosen && image && (
              <Button size="xs" variant="default" disabled={isPending} onClick={() => void removeShown()}>
                {remove.isPending ? 'Loading...' : 'Remove picture'}
              </Button>
            )}
          </div>
        </>
      )}
    </SideCard>
  )
}

/** The picture that stands, to be put back; null where there is none, undefined where it could not be had. */
async function pictureOf(image: string): Promise<Blob | null | undefined> {
  if (!image) return null
  const answer = await fetch(`/media/${image}.webp`).catch(() => undefined)
  return answer?.ok ? answer.blob() : undefined
}

/** Puts back the picture that stood before, or none. */
function usePutting<S extends Endpoint, R extends Endpoint>({
  id,
  set,
  remove,
}: Ways<S, R>): (before: Blob | null) => Promise<void> {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  return async (before) => {
    try {
      await (before ? call(set, { id, file: before } as Sent<S>) : call(remove, { id } as Sent<R>))
      show({ message: before ? 'The picture of before is back' : 'The picture is removed again' })
    } catch (error) {
      show({ message: `The picture was not put back. ${wordsOf(error)}.`, tone: 'refused' })
    }
    await refresh(set)
  }
}
