import { Mark } from '#kit/web/mark.tsx'
import type { BrandPicture } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './brand-panel.module.css'
import { useBranding } from './use-branding.ts'

/** The logo and the name of the shop above a sign-in; those of the product where the shop has none. */
export function DoorBrand({ tagline }: { tagline: string }) {
  const brand = useBranding()
  return (
    // Takes its space before it is known, so that nothing moves and no other name is seen first.
    <div className={classes.door} data-unknown={brand ? undefined : ''}>
      {brand?.header ? <Logo picture={brand.header} className={classes.logo} /> : <Mark size={36} />}
      <div>
        <h1 dir="auto">{brand?.shop_name || texts.munshi}</h1>
        <p>{tagline}</p>
      </div>
    </div>
  )
}

/** The logo of printed papers with the name of the shop; nothing where the shop has no such logo. */
export function PrintBrand() {
  const brand = useBranding()
  if (!brand?.print) return null
  return (
    <div className={classes.print}>
      <Logo picture={brand.print} className={classes.printed} />
      {brand.shop_name && <p dir="auto">{brand.shop_name}</p>}
    </div>
  )
}

/** The same logo alone, as small as a line, for a label on which the address needs all the room. */
export function LabelBrand() {
  const brand = useBranding()
  return brand?.print ? <Logo picture={brand.print} className={classes.small} /> : null
}

/** The name beside it says what the logo shows, if it has no text of its own. */
function Logo({
  picture: { media, width, height, alt },
  className,
}: {
  picture: BrandPicture
  className: string | undefined
}) {
  return <img src={`/media/${media}.webp`} width={width} height={height} alt={alt} className={className} />
}
