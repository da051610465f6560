import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

/** A button that runs a command: while the command is pending it reads "Loading..." and cannot be pressed again. */
export function CommandButton({
  isPending,
  disabled,
  children,
  ...button
}: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { isPending: boolean }) {
  return (
    <Button {...button} disabled={disabled || isPending}>
      {isPending ? 'Loading...' : children}
    </Button>
  )
}
