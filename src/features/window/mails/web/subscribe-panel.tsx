import { type FormEvent, useId, useRef } from 'react'
import type { Consent } from '#features/window/contract.ts'
import { texts } from '#features/window/texts.ts'
import { calls } from '#features/window/web/links.ts'
import { useSending } from './use-sending.ts'

/** Asks for news by e-mail. The answer is the same for every address; the mail says the rest. */
export function SubscribeForm({ consent }: { consent: Consent }) {
  const [sending, send, fail] = useSending(calls.subscribe)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = field.current?.value.trim() ?? ''
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
      send({ email, consent_version: consent.version, place: 'footer' })
      return
    }
    fail(texts.emailIsWrong)
    field.current?.focus()
  }
  const hasFailed = sending.is === 'failed'
  return (
    <section className="room news" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{texts.newsTitle}</h2>
      <form className="search" noValidate onSubmit={submit}>
        <input
          ref={field}
          type="email"
          name="email"
          className="field"
          autoComplete="email"
          aria-label={texts.email}
          placeholder={texts.email}
          aria-describedby={`${id}-consent ${id}-said`}
          aria-invalid={hasFailed || undefined}
          maxLength={320}
        />
        <button type="submit" className="button" disabled={sending.is === 'sending'}>
          {texts.subscribe}
        </button>
      </form>
      <p id={`${id}-consent`} className="quiet" dir="auto">
        {consent.text}
      </p>
      <p id={`${id}-said`} className={hasFailed ? 'said wrong' : 'said'} role="status">
        {'message' in sending ? sending.message : null}
      </p>
    </section>
  )
}
