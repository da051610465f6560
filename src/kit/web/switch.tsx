import type { ComponentProps } from 'react'
import classes from './switch.module.css'

/** A native checkbox styled like the library's switch, because a list has one in each row. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  // biome-ignore lint/a11y/useAriaPropsForRole: the state of a checkbox is its own, which aria-checked must not repeat
  return <input type="checkbox" role="switch" className={classes.switch} {...props} />
}
