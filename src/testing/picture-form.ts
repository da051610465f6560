import sharp from 'sharp'

/** A form with one small picture; another number is another picture. */
export async function pictureForm(number = 0): Promise<FormData> {
  const background = { r: 40 + number * 10, g: 120, b: 90 }
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  return form
}

/** The hash of a picture that no record has. */
export const otherPicture = '0'.repeat(64)
