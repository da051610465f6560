import { Button, TextInput } from '@mantine/core'
import { momentOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { CopyButton } from '#kit/web/copy-button.tsx'
import { ChangeFailure, failedWords } from '#kit/web/failure.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PreviewLink, previews } from '../contract.ts'
import { releasedNames } from '../section-contract.ts'
import { texts } from '../texts.ts'
import classes from './release-panels.module.css'
import { useSectionAccess } from './use-section-access.ts'

/** Links that show the draft to somebody without an account: made, copied once, and ended here. */
export function PreviewLinks() {
  const can = useCan()
  const may = useSectionAccess()
  const read = useEndpoint(previews.list, {})
  const { data = [] } = read
  const create = useCommand(previews.create)
  const url = create.data?.url
  return (
    <SideCard title={texts.draftLinks}>
      <p className={classes.quiet}>{texts.draftLinksHint}</p>
      {create.error && <ChangeFailure error={create.error} />}
      {url && (
        <div className={classes.made}>
          <TextInput
            label={texts.draftLink}
            description={texts.linkIsReady}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton what={texts.draftLink} text={url} />
        </div>
      )}
      <ReadFailure of={read} what={texts.linksNotLoaded} />
      {data.length > 0 && (
        <ul className={classes.links}>
          {data.map((link) => (
            <OpenLink key={link.id} link={link} />
          ))}
        </ul>
      )}
      {can(previews.create) && releasedNames.every((name) => may(name, 'view')) && (
        <CommandButton
          variant="default"
          isPending={create.isPending}
          onClick={() => create.mutate({ input: {} })}
        >
          {texts.makeLink}
        </CommandButton>
      )}
    </SideCard>
  )
}

function OpenLink({ link: { id, expires_at, made_by } }: { link: PreviewLink }) {
  const can = useCan()
  const show = useToast()
  const end = useCommand(previews.end)
  return (
    <li>
      <span>{texts.openUntil({ name: made_by, at: momentOf(expires_at) })}</span>
      {can(previews.end) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.endLinkOf({ name: made_by })}
          disabled={end.isPending}
          onClick={() =>
            end.mutate(
              { input: { id } },
              {
                onSuccess: () => show({ message: texts.linkEnded }),
                onError: (error) =>
                  show({ message: failedWords(error, texts.linkNotEnded), tone: 'refused' }),
              },
            )
          }
        >
          {texts.endLink}
        </Button>
      )}
    </li>
  )
}
