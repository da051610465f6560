import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { texts } from './texts.ts'

/** A button that runs a command. While the command is pending, the button reads "Loading..." and is disabled. */
export function CommandButton({
  isPending,
  disabled,
  children,
  ...button
}: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { isPending: boolean }) {
  return (
    <Button {...button} disabled={disabled || isPending}>
      {isPending ? texts.loading : children}
    </Button>
  )
}
