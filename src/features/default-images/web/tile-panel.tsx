import { useCan } from '#kit/web/can.tsx'
import card from '#kit/web/card.module.css'
import { useCommand } from '#kit/web/client.tsx'
import { PictureChoice, PicturePreview } from '#kit/web/pictures/picture-choice.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type defaultImages, type ImageSlot, slotFacts } from '../contract.ts'
import { texts } from '../texts.ts'

export type SaveImage =
  | typeof defaultImages.saveCustomer
  | typeof defaultImages.saveShopImage
  | typeof defaultImages.saveShopBanner

/** One default image: chosen, dropped or pasted, previewed as it will be cropped, then saved. */
export function TilePanel({
  slot,
  save: endpoint,
  media,
}: {
  slot: ImageSlot
  save: SaveImage
  /** The saved picture; empty if there is none, null while loading. */
  media: string | null
}) {
  const { label, width, height } = slotFacts[slot]
  const mayChange = useCan()(endpoint)
  const show = useToast()
  const save = useCommand(endpoint)
  return (
    <section className={`box ${card.card}`} aria-labelledby={slot}>
      <h2 id={slot}>{label}</h2>
      <PictureChoice
        label={label}
        preferred={{ width, height }}
        mayChange={mayChange}
        hasPicture={Boolean(media)}
        from="area"
        isFramed
        save={{
          words: texts.save,
          command: save,
          isAlwaysShown: true,
          run: (file, onDone) =>
            save.mutate(
              { input: { file } },
              {
                onSuccess: () => {
                  show({ message: texts.defaultSaved({ label }) })
                  onDone()
                },
              },
            ),
        }}
        preview={(chosen) => (
          <PicturePreview
            src={chosen ?? (media ? `/media/${media}.webp` : '')}
            alt={chosen ? texts.croppedPreview : texts.defaultOf({ label })}
            empty={media === '' ? texts.noneYet : ''}
          />
        )}
        words={(isChosen) => (
          <>
            <p>{texts.preferredSize({ width, height })}</p>
            <p>{isChosen ? texts.croppedToSquare : mayChange && texts.chooseHint}</p>
          </>
        )}
      />
    </section>
  )
}
