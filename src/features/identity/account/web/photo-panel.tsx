import { useQueryClient } from '@tanstack/react-query'
import card from '#kit/web/card.module.css'
import { useCommand } from '#kit/web/client.tsx'
import { PictureChoice } from '#kit/web/pictures/picture-choice.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { account, photoLimits, type Settings } from '../contract.ts'
import { texts } from '../texts.ts'
import { Face } from './face-panel.tsx'
import classes from './photo-panel.module.css'

/** The user's own photo: chosen or dropped, previewed, then saved; colleagues see it beside the name. */
export function PhotoPanel({ name, settings }: { name: string; settings: Settings }) {
  const show = useToast()
  const queries = useQueryClient()
  const save = useCommand(account.changePhoto)
  const remove = useCommand(account.removePhoto)
  const settle = (message: string, onDone: () => void) => () => {
    show({ message })
    // The photo appears beside the name on many records, so every cached answer is refetched.
    void queries.invalidateQueries()
    onDone()
  }
  return (
    <section className={`box ${card.card}`} aria-labelledby="photo">
      <h2 id="photo">{texts.photo}</h2>
      <PictureChoice
        label={texts.picture}
        maxBytes={photoLimits.maxBytes}
        mayChange
        hasPicture={settings.photo !== null}
        from="area"
        save={{
          words: texts.savePhoto,
          command: save,
          run: (file, onDone) =>
            save.mutate({ input: { file } }, { onSuccess: settle(texts.photoSaved, onDone) }),
        }}
        remove={{
          words: texts.remove,
          command: remove,
          run: (onDone) => remove.mutate({ input: {} }, { onSuccess: settle(texts.photoRemoved, onDone) }),
        }}
        preview={(chosen) =>
          chosen ? (
            <img className={classes.preview} src={chosen} alt={texts.chosenPreview} />
          ) : (
            <Face name={name} presence={{ ...settings, is_away: false }} size="large" />
          )
        }
        words={(isChosen) => <p>{isChosen ? texts.croppedToSquare : texts.dropOrChoose}</p>}
      />
    </section>
  )
}
