import { Found } from './found.tsx'
import { Link } from './link.tsx'
import classes from './named-link.module.css'

type Size = 'small' | 'medium'

/** The square picture of a record, or a plain background without a picture. The name is next to it. */
export function Thumbnail({ media, size = 'small' }: { media: string; size?: Size }) {
  return (
    <span className={classes.thumbnail} data-size={size}>
      {media && <img src={`/media/${media}-96.webp`} alt="" loading="lazy" decoding="async" />}
    </span>
  )
}

/** The name of a record as a link, with its picture before it. */
export function NamedLink({
  href,
  name,
  media,
  size = 'small',
}: {
  href: string
  name: string
  media: string
  size?: Size
}) {
  return (
    <span className={classes.named}>
      <Thumbnail media={media} size={size} />
      <Link href={href} dir="auto" title={name}>
        <Found>{name}</Found>
      </Link>
    </span>
  )
}
