import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './picture-list.module.css'
import type { SentPicture } from './picture-sending.ts'
import { texts } from './texts.ts'

/** The pictures that are on their way, each with its progress, and those that failed, with why. */
export function SendingList({
  sending,
  onRetry,
  onCancel,
}: {
  sending: readonly SentPicture[]
  onRetry: (key: number) => void
  onCancel: (key: number) => void
}) {
  if (sending.length === 0) return null
  return (
    <ul className={classes.rows} aria-label={texts.uploading}>
      {sending.map((one) => (
        <OnItsWay key={one.key} one={one} onRetry={onRetry} onCancel={onCancel} />
      ))}
    </ul>
  )
}

function OnItsWay({
  one,
  onRetry,
  onCancel,
}: {
  one: SentPicture
  onRetry: (key: number) => void
  onCancel: (key: number) => void
}) {
  const percent = Math.round(one.share * 100)
  const [isShown, setShown] = useState(true)
  const name = <span className="visually-hidden">{one.name}</span>
  return (
    <li>
      <span className={classes.preview}>
        {isShown ? (
          <img src={one.url} alt="" onError={() => setShown(false)} />
        ) : (
          <IconPhotoOff size={24} aria-hidden="true" />
        )}
      </span>
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{one.name}</bdi>
        </p>
        {one.why ? (
          <p className={classes.refused} role="alert">
            {one.why}
          </p>
        ) : (
          <>
            <progress max={100} value={percent} aria-label={texts.uploadingName({ name: one.name })} />
            <p className={classes.quiet}>{percent < 100 ? `${percent}%` : texts.processing}</p>
          </>
        )}
      </div>
      <span className={classes.actions}>
        {one.why && one.canRetry && (
          <Button size="compact-sm" variant="default" onClick={() => onRetry(one.key)}>
            {texts.retryName({ name })}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onCancel(one.key)}>
          {one.why ? texts.discardName({ name }) : texts.cancelName({ name })}
        </Button>
      </span>
    </li>
  )
}
