import type { ProductRevision } from '#features/products/contract.ts'

type Pictures = Pick<ProductRevision, 'images_before' | 'images_after'>

/** Whether an edit changes the pictures: which they are, their order, or the description of one, as the server holds them. */
export function hasNewImages({ images_before, images_after }: Pictures): boolean {
  const told = (images: Pictures['images_after']) =>
    JSON.stringify(images.map(({ media, alt }) => [media, alt]))
  return told(images_before) !== told(images_after)
}

/** The description that shoppers have now of a picture that an edit describes in another way. Null if there is none. */
export function earlierAlt({ images_before }: Pictures, media: string, alt: string): string | null {
  const before = images_before.find((image) => image.media === media)
  return before && before.alt !== alt ? before.alt : null
}
