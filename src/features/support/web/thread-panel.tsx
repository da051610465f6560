import { Ago } from '#kit/web/values.tsx'
import type { MyRequestDetail, SupportEntry, SupportFile } from '../contract.ts'
import { texts } from '../texts.ts'
import { AttachedFiles, type ReadFile } from './attached-panel.tsx'
import classes from './support-panel.module.css'

/** The request and everything written since, oldest first. */
export function ThreadPanel({
  request,
  author,
  read,
}: {
  request: MyRequestDetail
  author: string
  read: ReadFile
}) {
  const { id, text, created_at, files, entries } = request
  return (
    <section className="box" aria-labelledby="conversation">
      <h2 id="conversation">{texts.conversation}</h2>
      <div className={classes.thread}>
        <Message
          requestId={id}
          read={read}
          entry={{ author: { id: '', name: author }, side: 'author', via: 'screen', text, created_at, files }}
        />
        {entries.map((entry) => (
          <Message key={entry.id} requestId={id} read={read} entry={entry} />
        ))}
      </div>
    </section>
  )
}

function Message({
  requestId,
  entry,
  read,
}: {
  requestId: string
  entry: Omit<SupportEntry, 'id'> & { files: SupportFile[] }
  read: ReadFile
}) {
  const { author, side, via, text, files, created_at } = entry
  return (
    <article className={classes.entry} data-side={side} aria-label={texts.messageBy({ name: author.name })}>
      <p className={classes.head}>
        <span>
          <strong>
            <bdi>{author.name}</bdi>
          </strong>
          {side === 'desk' && <span className={classes.quiet}> · {texts.support}</span>}
        </span>
        <span className={classes.quiet}>
          <Ago at={created_at} />
          {via === 'mail' && ` · ${texts.byMail}`}
        </span>
      </p>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      <AttachedFiles requestId={requestId} files={files} read={read} />
    </article>
  )
}
