import { useCommand } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { PictureChoice, PicturePreview } from '#kit/web/pictures/picture-choice.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type MediaDetail, media, mediaLimits } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'

/** Replaces the file of a picture wherever it waits in a working copy. */
export function ReplaceDialog({ picture, onClose }: { picture: MediaDetail; onClose: () => void }) {
  const { id, name, width, height } = picture
  const show = useToast()
  const replace = useCommand(media.replace)
  return (
    <Dialog title={texts.replaceQuestion({ name })} isHeld={replace.isPending} onClose={onClose}>
      <div className={classes.fields}>
        <p>{texts.replaceEffects}</p>
        <PictureChoice
          label={texts.chooseFile}
          preferred={{ width, height }}
          maxBytes={mediaLimits.maxBytes}
          mayChange
          hasPicture
          from="area"
          isFramed
          save={{
            words: texts.replace,
            command: replace,
            isAlwaysShown: true,
            run: (file, onDone) =>
              replace.mutate(
                { input: { id, file } },
                {
                  onSuccess: () => {
                    onDone()
                    onClose()
                    show({ message: texts.replaced({ name }) })
                  },
                },
              ),
          }}
          preview={(chosen) => (
            <PicturePreview
              src={chosen ?? `/media/${picture.thumbnail}.webp`}
              alt={chosen ? texts.chosenFile : picture.alt}
              empty=""
            />
          )}
          words={() => null}
        />
      </div>
    </Dialog>
  )
}
