import { Button, CloseButton, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { acceptedFiles, requestLimits } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './support-panel.module.css'
import type { Files } from './use-files.ts'

/** Chooses files and lists them, each removable. */
export function FilesPanel({ files }: { files: Files }) {
  const { chosen, failure } = files
  return (
    <div className={classes.files}>
      <div className={classes.choose}>
        <FileButton multiple accept={acceptedFiles} onChange={files.add}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={15} aria-hidden="true" />}
              disabled={chosen.length >= requestLimits.files}
            >
              {texts.attachFiles}
            </Button>
          )}
        </FileButton>
        <p className={classes.quiet}>
          {texts.filesHint({
            most: requestLimits.files,
            megabytes: requestLimits.fileBytes / 1024 / 1024,
          })}
        </p>
      </div>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
      {chosen.length > 0 && (
        <ul className={classes.list} aria-label={texts.files}>
          {chosen.map(({ key, name, id }) => (
            <li key={key}>
              <span dir="auto">{name}</span>
              {id === null && <span className={classes.quiet}>{texts.uploading}</span>}
              <CloseButton
                size="sm"
                aria-label={texts.removeFile({ name })}
                onClick={() => files.remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
