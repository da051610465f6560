import type { SectionValue } from '#features/content/section-contract.ts'
import { publicName, readLiveSection } from '#features/content/server/queries.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import type { Context } from '#kit/server/context.ts'
import { type PublicAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import type { Brand, BrandPicture } from '../contract.ts'
import { mailLogoPath, mailLogoSize } from './rules.ts'

/** The name and the logos of the shop, kept in memory until the next release. */
async function readBrand(ctx: Context): Promise<Brand> {
  return ctx.services.publicCache.read(ctx, publicName, 'branding', async () => {
    const logos = (await readLiveSection(ctx, 'logos')) as SectionValue<'logos'> | null
    return {
      value: {
        shop_name: logos?.shop_name ?? '',
        header: pictureOf(logos?.header),
        print: pictureOf(logos?.print),
      },
      until: null,
    }
  })
}

export async function readPublicBrand(ctx: Context): Promise<PublicAnswer<Brand>> {
  return publicAnswer(await readBrand(ctx))
}

/** How mails present the shop; without a name and a logo they look as they do without a shop. */
export async function readMailBrand(ctx: Context): Promise<{
  name: string
  logo: { url: string; width: number; height: number; alt: string } | null
}> {
  const { shop_name: name, header } = await readBrand(ctx)
  if (!header) return { name, logo: null }
  const url = new URL(mailLogoPath(header.media), ctx.services.publicUrl).href
  return { name, logo: { url, ...mailLogoSize(header), alt: header.alt || name } }
}

/** The favicon and the logo of the shop as they are live: the hashes of their pictures, empty without one. */
export async function readLivePictures(
  ctx: Context,
): Promise<{ favicon: string; logo: string; shop_name: string }> {
  const { shop_name, header } = await readBrand(ctx)
  const favicon = (await readLiveSection(ctx, 'favicon')) as SectionValue<'favicon'> | null
  return { favicon: favicon?.image?.media ?? '', logo: header?.media ?? '', shop_name }
}

function pictureOf(used: UsedPicture | null | undefined): BrandPicture | null {
  return used ? { media: used.media, width: used.width, height: used.height, alt: used.alt } : null
}
