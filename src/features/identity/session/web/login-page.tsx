import { forgotPassword } from '#features/identity/recovery/web/links.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { LiveAlert } from '#kit/web/live-alert.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { DoorBrand } from '#features/branding/web/brand-panel.tsx'
import { FactorField, FactorSwitch } from '#features/identity/factors/web/factor-panel.tsx'
import classes from '#kit/web/door.module.css'
import { Link } from '#kit/web/link.tsx'
import { useLoginForm } from './use-login-form.ts'

/** Sign-in, with the texts and rules of the specification (sections 5 and 8). */
export function LoginPage() {
  const { form, values, asked, factor, errors, failure, isLoading, type, submit, startAgain, forgetFailure } =
    useLoginForm()
  return (
    <main className={classes.page}>
      <form ref={form} className={classes.card} onSubmit={submit} noValidate>
        <DoorBrand tagline={texts.tagline} />
        <LiveAlert failure={failure} />
        {asked ? (
          <>
            <p className={classes.who}>
              {texts.signingInAs({ email: <strong>{values.email.trim()}</strong> })}
            </p>
            <FactorField
              factor={factor}
              value={values.otp}
              error={errors.otp}
              onChange={(otp) => type('otp', otp)}
            />
          </>
        ) : (
          <>
            <TextInput
              name="email"
              type="email"
              label={texts.email}
              autoComplete="username"
              autoFocus
              value={values.email}
              error={errors.email}
              onChange={(event) => type('email', event.currentTarget.value)}
            />
            <PasswordInput
              name="password"
              label={texts.password}
              autoComplete="current-password"
              value={values.password}
              error={errors.password}
              onChange={(event) => type('password', event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0 }}
            />
          </>
        )}
        <CommandButton
          key={factor.byPasskey ? 'passkey' : 'typed'}
          autoFocus={factor.byPasskey}
          type="submit"
          fullWidth
          size="md"
          mt="xs"
          isPending={isLoading}
        >
          {factor.byPasskey ? texts.useYourPasskey : texts.signIn}
        </CommandButton>
        {asked && (
          <div className={classes.ways}>
            <FactorSwitch factor={factor} isOff={isLoading} onSwitch={forgetFailure} />
            <Button variant="subtle" size="sm" fullWidth onClick={startAgain} disabled={isLoading}>
              {texts.signInAsOther}
            </Button>
          </div>
        )}
        <Link href={forgotPassword()} className={classes.way}>
          {texts.forgotPasswordQuestion}
        </Link>
      </form>
    </main>
  )
}
