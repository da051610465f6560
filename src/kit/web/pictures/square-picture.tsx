import type { Endpoint } from '#kit/contract/endpoint.ts'
import { noPicture } from '#kit/contract/instead-of.ts'
import { useCan } from '../can.tsx'
import { type Sent, useCall, useCommand, useRefresh } from '../client.tsx'
import { failedWords } from '../failure.tsx'
import { SideCard } from '../record/record-layout.tsx'
import { useToast } from '../toast.tsx'
import { PictureChoice, PicturePreview } from './picture-choice.tsx'
import { texts } from './texts.ts'

/** The commands that set and remove a picture, by the id of its record. Setting also sends the file. */
interface Ways<S extends Endpoint, R extends Endpoint> {
  id: string
  set: S
  remove: R
}

/** The square picture of a record, as a card. Setting and removing it can both be undone. */
export function SquarePicture<S extends Endpoint, R extends Endpoint>({
  name,
  image,
  pixels,
  ...ways
}: Ways<S, R> & {
  name: string
  /** Media of the saved picture; empty if there is none. */
  image: string
  /** The side of the square at the largest size that is shown. */
  pixels: number
}) {
  const { id } = ways
  const mayChange = useCan()(ways.set)
  const show = useToast()
  const put = usePutting(ways)
  const save = useCommand<Endpoint>(ways.set)
  const remove = useCommand<Endpoint>(ways.remove)
  /** Confirms the change, with a button that restores the previous picture. */
  const tell = (message: string, before: Blob | null | undefined, now: string) =>
    show({ message, ...(before === undefined ? {} : { undo: () => void put(before, now) }) })
  const run = async (
    command: typeof save,
    input: { id: string; file?: File },
    done: string,
    onDone: () => void,
  ) => {
    const before = await pictureOf(image)
    const onSuccess = (answer: unknown) => {
      tell(done, before, (answer as { image: string }).image)
      onDone()
    }
    command.mutate({ input }, { onSuccess })
  }
  return (
    <SideCard title={texts.picture}>
      <PictureChoice
        label={texts.picture}
        preferred={{ width: pixels, height: pixels }}
        mayChange={mayChange}
        hasPicture={image !== ''}
        from="screen"
        size="xs"
        save={{
          words: texts.savePicture,
          command: save,
          run: (file, onDone) => void run(save, { id, file }, texts.pictureOfSaved({ name }), onDone),
        }}
        remove={{
          words: texts.removePicture,
          command: remove,
          run: (onDone) => void run(remove, { id }, texts.pictureOfRemoved({ name }), onDone),
        }}
        preview={(chosen) => (
          <PicturePreview
            src={chosen ?? (image && `/media/${image}.webp`)}
            alt={chosen ? texts.chosenPreview : texts.pictureOf({ name })}
            empty={texts.noneYet}
          />
        )}
        words={(isChosen) =>
          mayChange && (
            <>
              <p>{isChosen ? texts.croppedToSquare : texts.dropOrPaste}</p>
              <p>{texts.preferredSquare({ pixels })}</p>
            </>
          )
        }
      />
    </SideCard>
  )
}

/** The current picture, kept for undo; null if there is none, undefined if it could not be fetched. */
async function pictureOf(image: string): Promise<Blob | null | undefined> {
  if (!image) return null
  const answer = await fetch(`/media/${image}.webp`).catch(() => undefined)
  return answer?.ok ? answer.blob() : undefined
}

/**
 * Restores the previous picture, or removes the current one if there was none. `now` is the picture that is undone: one that
 * somebody else has set since stays.
 */
function usePutting<S extends Endpoint, R extends Endpoint>({
  id,
  set,
  remove,
}: Ways<S, R>): (before: Blob | null, now: string) => Promise<void> {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  return async (before, now) => {
    const of = { id, instead_of: now || noPicture }
    try {
      await (before ? call(set, { ...of, file: before } as Sent<S>) : call(remove, of as Sent<R>))
      show({ message: before ? texts.previousRestored : texts.removedAgain })
    } catch (error) {
      show({ message: failedWords(error, texts.previousNotRestored), tone: 'refused' })
    }
    await refresh(set)
  }
}
