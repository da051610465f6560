import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

/** A logo as it is shown: served under /media/<media>.webp. */
const BrandPicture = z.object({ media: z.string(), width: z.int(), height: z.int(), alt: z.string() })
export type BrandPicture = z.infer<typeof BrandPicture>

/** How the back office presents the shop, from what is live. */
export const Brand = z.object({
  /** Empty if the shop has no name yet. */
  shop_name: z.string(),
  /** The logo of the sign-in and of mails. */
  header: BrandPicture.nullable(),
  /** The logo of printed papers. */
  print: BrandPicture.nullable(),
})
export type Brand = z.infer<typeof Brand>

/** The sides of the icons that are made of one favicon, in pixels. The first three are also in one .ico file. */
export const iconSides = [16, 32, 48, 180, 192, 512] as const
export type IconSide = (typeof iconSides)[number]

export const branding = {
  get: endpoint({
    method: 'GET',
    path: '/api/storefront/branding',
    summary: 'The name and the logos of the shop, as the live release has them',
    access: { kind: 'public', because: texts.publicReason },
    answer: Brand,
  }),
}
