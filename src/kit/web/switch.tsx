import type { ComponentProps } from 'react'
import classes from './switch.module.css'

/** A switch of the platform in the look of the library's: a list has one in each of its rows. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  // biome-ignore lint/a11y/useAriaPropsForRole: the state of a checkbox is its own, which aria-checked must not repeat
  return <input type="checkbox" role="switch" className={classes.switch} {...props} />
}
