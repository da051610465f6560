import { Button } from '@mantine/core'
import card from '#kit/web/card.module.css'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { session } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './account-page.module.css'

/** The person's own sessions; each can be ended, or all except the current one. */
export function SessionsPanel() {
  const show = useToast()
  const sessions = useEndpoint(session.listSessions, {})
  const end = useCommand(session.endSession)
  const endOthers = useCommand(session.endOtherSessions)
  const open = sessions.data ?? []
  const failure = sessions.error ?? end.error ?? endOthers.error
  return (
    <section className={`box ${card.card}`} aria-labelledby="sessions">
      <div className={card.head}>
        <h2 id="sessions">{texts.sessions}</h2>
        <CommandButton
          variant="default"
          size="xs"
          isPending={endOthers.isPending}
          disabled={open.length < 2}
          onClick={() =>
            endOthers.mutate(
              { input: {} },
              {
                onSuccess: ({ ended }) => show({ message: texts.othersEnded({ ended }) }),
              },
            )
          }
        >
          {texts.endOthers}
        </CommandButton>
      </div>
      {failure && <Failure error={failure} answered={texts.serverError} what={texts.sessionsFailed} />}
      <ul className={classes.sessions} aria-busy={sessions.isPending}>
        {open.map((one) => (
          <li key={one.id}>
            <span className={classes.device}>
              <strong>{browserOf(one.user_agent)}</strong>
              <bdi dir="ltr">{one.address}</bdi>
            </span>
            <span className={classes.seen}>
              {texts.seen({
                lastSeenAt: <Ago at={one.last_seen_at} />,
                createdAt: <Ago at={one.created_at} />,
              })}
            </span>
            {one.is_current ? (
              <StatusMark tone="good">{texts.current}</StatusMark>
            ) : (
              <Button
                variant="default"
                size="xs"
                disabled={end.isPending}
                aria-label={texts.endSession({
                  browser: browserOf(one.user_agent),
                  address: one.address,
                })}
                onClick={() =>
                  end.mutate(
                    { input: { id: one.id } },
                    { onSuccess: () => show({ message: texts.sessionEnded }) },
                  )
                }
              >
                {texts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const browsers = [
  [/\bEdg(?:A|iOS)?\//, texts.edge],
  [/\bOPR\//, texts.opera],
  [/\bSamsungBrowser\//, texts.samsungInternet],
  [/\b(?:Firefox|FxiOS)\//, texts.firefox],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, texts.chrome],
  [/\bSafari\//, texts.safari],
] as const

const systems = [
  [/Android/, texts.android],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, texts.windows],
  [/Mac OS X/, 'macOS'],
  [/Linux/, texts.linux],
] as const

/** A user agent in recognisable words: "Firefox on Windows". The user agent can be forged. */
export function browserOf(userAgent: string): string {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([form]) => form.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (!browser && !system) return texts.unknownProgram
  if (!system) return browser ?? texts.unknownBrowser
  return texts.browserOnSystem({ browser: browser ?? texts.unknownBrowser, system })
}
