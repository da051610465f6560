import { useEffect, useRef } from 'react'
import { PageHead } from '#features/window/reading/web/article-panel.tsx'
import { texts } from '#features/window/texts.ts'
import { addressOf, calls, ownBase } from '#features/window/web/links.ts'
import { useSetting } from '#features/window/web/use-marks.tsx'
import { useSending } from './use-sending.ts'

const words = {
  confirm: {
    call: calls.confirm,
    verb: texts.confirm,
    before: { title: texts.confirmTitle, intro: texts.confirmText },
    after: { title: texts.confirmedTitle, intro: texts.confirmedText },
  },
  unsubscribe: {
    call: calls.unsubscribe,
    verb: texts.unsubscribe,
    before: { title: texts.unsubscribe, intro: texts.unsubscribeText },
    after: { title: texts.unsubscribedTitle, intro: texts.unsubscribedText },
  },
} as const

/**
 * What a link in a mail opens. Only the button acts, because programs that scan mails open every link. The token stays
 * in the address, so the page is the same for everybody.
 */
export function MailPage({ page }: { page: keyof typeof words }) {
  const { base } = useSetting()
  const { call, verb, before, after } = words[page]
  const [sending, send] = useSending(call)
  const isDone = sending.is === 'done'
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: who reads by keyboard or by ear goes on from what became of it.
  useEffect(() => {
    if (isDone) title.current?.focus()
  }, [isDone])
  const act = () => send({ token: new URLSearchParams(location.search).get('token') || '-' })
  return (
    <div className="narrow nothing" aria-live="polite">
      <PageHead {...(isDone ? after : before)} titleRef={title} />
      {isDone ? (
        <a className="button" href={addressOf(base, 'home')}>
          {texts.toHome}
        </a>
      ) : (
        <button
          type="button"
          className="button"
          aria-disabled={sending.is === 'sending' || undefined}
          onClick={act}
        >
          {verb}
        </button>
      )}
      {isDone && sending.unsubscribeToken ? (
        <p className="quiet">
          {texts.byMistake} {/* Served here, also where the shop itself is elsewhere. */}
          <a href={`${addressOf(ownBase, 'unsubscribe')}?token=${sending.unsubscribeToken}`}>
            {texts.unsubscribe}
          </a>
        </p>
      ) : null}
      <p className="said wrong" role="alert">
        {sending.is === 'failed' ? sending.message : null}
      </p>
    </div>
  )
}
