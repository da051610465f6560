import { type IconSide, iconSides } from '../contract.ts'

/** The largest size of a logo in a mail, in CSS pixels; the picture itself has twice as many. */
const mailLogo = { width: 200, height: 48 }

/** Mail programs show PNG everywhere, and WebP not. */
export function mailLogoPath(media: string): string {
  return `/logo-${media}.png`
}

/** The size of a logo in a mail: as large as fits, and never larger than the picture. */
export function mailLogoSize({ width, height }: { width: number; height: number }) {
  const share = Math.min(1, mailLogo.width / width, mailLogo.height / height)
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

/** The address of an icon; it never changes what it shows. */
function iconPath(media: string, side: IconSide): string {
  return `/favicon-${media}-${side}.png`
}

/** What a path of an icon or logo asks for; null for another path. */
export function askedOf(
  path: string,
): { kind: 'icon'; media: string; side: IconSide } | { kind: 'ico' | 'logo'; media: string } | null {
  const [, media = '', text] = /^\/favicon-([0-9a-f]{64})-(\d{2,3})\.png$/.exec(path) ?? []
  const side = iconSides.find((one) => String(one) === text)
  if (side) return { kind: 'icon', media, side }
  const ico = /^\/favicon-([0-9a-f]{64})\.ico$/.exec(path)?.[1]
  if (ico) return { kind: 'ico', media: ico }
  const logo = /^\/logo-([0-9a-f]{64})\.png$/.exec(path)?.[1]
  return logo ? { kind: 'logo', media: logo } : null
}

/** The manifest that browsers read when somebody keeps the shop at `address` on a home screen. */
export function manifestOf({ shop_name, favicon }: { shop_name: string; favicon: string }, address: string) {
  const name = shop_name || 'Shop'
  return {
    name,
    short_name: name.length > 12 ? (name.split(/\s+/)[0] ?? name).slice(0, 12) : name,
    start_url: address,
    scope: address,
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: favicon
      ? ([192, 512] as const).map((side) => ({
          src: iconPath(favicon, side),
          sizes: `${side}x${side}`,
          type: 'image/png',
          purpose: 'any',
        }))
      : [],
  }
}

/** One .ico file of several PNG pictures: a head, an entry for each, then the pictures. */
export function icoOf(pictures: readonly { side: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(side, at)
    head.writeUInt8(side, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
